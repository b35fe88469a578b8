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

/** What says nothing about the wire, and, where no other judge spoke, what Redocly says. */
export const judgeRest: Judge = (change, { keys }) => {
  const { typeName, kind, property, impact, verdicts } = change
  const isText =
    textTypes.has(typeName) ||
    (kind === 'modified' && textProperties.test(property ?? '')) ||
    keys.some((key, index) => key === 'examples' && keys[index - 1] !== 'properties')
  if (isText) return patch('text-changed', `${property ? `\`${property}\`` : typeName} changed`)
  const [verdict] = verdicts
  const message = verdict?.message ?? `${typeName} ${property ? `\`${property}\` ` : ''}was ${kind}`
  const rule = verdict === undefined ? `${toWords(typeName)}-${kind}` : verdict.ruleId
  if (impact === 'patch') return patch(rule, lowerFirst(message))
  return impact === 'major'
    ? major(rule, lowerFirst(message))
    : minor(rule, lowerFirst(message), advice.callers)
}

function toWords(typeName: string): string {
  return typeName.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/\.$/, '')
}
