import { advice, type Judge, major, minor, patch } from './judgement.ts'

const textTypes = new Set([
  'Contact',
  'Example',
  'ExamplesMap',
  'ExternalDocs',
  'Info',
  'License',
  'MessageExample',
  'MessageExampleList',
  'SpecExtension',
  'Tag',
  'TagList',
])
const textProperties = /^(title|summary|description|examples?|tags|externalDocs|x-.*)$/

/** In these any word is a name that somebody gave. */
const namedTypes = /^(Dependent|Discriminator|Scope|Security)|Map(ping)?$/

/** What nobody has to know of to go on as before. */
const growths = new Set([
  'Callback',
  'CallbacksMap',
  'Channel',
  'ChannelMap',
  'Discriminator',
  'Link',
  'LinksMap',
  'NamedChannels',
  'NamedOperations',
  'OperationsMap',
  'Server',
  'ServerMap',
  'WebhooksMap',
])

/** What goes with what is sent, and so may be added to it. */
const sentGrowths =
  /^(CorrelationId|MediaTypesMap|(Http|Ws)?(Channel|Message|Operation|Server)Bindings?)$/

/** What says nothing about the wire; all else that no other judge knows breaks, unless it only adds. */
export const judgeRest: Judge = (change, { keys, use }) => {
  const { typeName, kind, property, verdicts } = change
  const isText =
    textTypes.has(typeName) ||
    (kind === 'modified' && textProperties.test(property ?? '') && !namedTypes.test(typeName)) ||
    keys.some((key, index) => key === 'examples' && keys[index - 1] !== 'properties')
  if (isText) return patch('text-changed', `${property ? `\`${property}\`` : typeName} changed`)
  const [verdict] = verdicts
  const message = verdict?.message ?? `${typeName} ${property ? `\`${property}\` ` : ''}was ${kind}`
  const rule = verdict === undefined ? `${toWords(typeName)}-${kind}` : verdict.ruleId
  // What is kept for reuse counts where it is used.
  if (keys[0] === 'components' && (keys.length === 2 || kind === 'added')) {
    return patch(rule, lowerFirst(message))
  }
  const isGrowth =
    growths.has(typeName) || (use.direction === 'sends' && sentGrowths.test(typeName))
  return kind === 'added' && isGrowth
    ? minor(rule, lowerFirst(message), advice.callers)
    : major(rule, lowerFirst(message))
}

function toWords(typeName: string): string {
  return typeName.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/\.$/, '')
}
