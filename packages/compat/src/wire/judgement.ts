import type { Direction, Use } from '../document/asyncapi-routes.ts'
import type { SpecDocument, SpecNode } from '../document/open-document.ts'
import type { Level, Party } from '../finding.ts'
import type { PartType } from './grammar.ts'
import type { View } from './view.ts'

/** One difference between two documents. An added or removed part is one change, with all its content. */
export interface Change {
  type: PartType
  /**
   * `rewritten`: a schema is written differently but means the same; `replaced`: it has nothing in common
   * with the old.
   */
  kind: 'added' | 'modified' | 'removed' | 'replaced' | 'rewritten'
  /** The property of a modified part; `key` if the part was renamed. */
  property?: string
  /** Keys in the newer document with its references followed, or in the older one if the part was removed. */
  keys: readonly string[]
  /** The same in the older document. */
  fromKeys: readonly string[]
  /** Where the part is written, with the value that its references lead to. */
  before?: SpecNode
  after?: SpecNode
  /** The modified part itself, or the parent of the added or removed part. */
  holders: { from: View; to: View }
  /** At least one. */
  uses: readonly Use[]
}

/** What a judge sees of a change besides the change. */
export interface Scene {
  from: SpecDocument
  to: SpecDocument
  use: Use
}

/** What a judge says of a change. The table of grades says what the rule means. */
export type Said = readonly [rule: string, message: string, more?: { todo?: string; grade?: Grade }]

/** Returns undefined if it has nothing to say. */
export type Judge = (change: Change, scene: Scene) => Said | undefined

/** `sendFirst` is minor, but the sender must act before others rely on it; `binding` is major for both. */
type Grade = 'patch' | 'minor' | 'major' | 'sendFirst' | 'binding'

/** What a rule means, or for what is sent and for what is read. A rule that is not here is major. */
const grades: { readonly [rule: string]: Grade | readonly [sent: Grade, read: Grade] } = {
  'alternative-added': ['major', 'minor'],
  'channel-id-changed': 'patch',
  'condition-changed': 'binding',
  'constant-added': 'minor',
  'constant-grown': 'minor',
  'content-type-added': 'minor',
  'default-changed': ['patch', 'major'],
  deprecated: 'minor',
  'discriminator-added': 'minor',
  'event-added': 'minor',
  'event-name-added': 'minor',
  'field-added': 'minor',
  'field-made-optional': ['major', 'minor'],
  'field-made-required': ['sendFirst', 'major'],
  'format-loosened': ['major', 'minor'],
  'headers-added': ['minor', 'major'],
  'headers-removed': ['major', 'minor'],
  'member-added': 'minor',
  'message-id-changed': 'patch',
  'object-opened': 'minor',
  'open-set-grown': 'minor',
  'operation-added': 'minor',
  'order-changed': 'patch',
  'part-added': 'minor',
  'part-made-optional': ['major', 'minor'],
  'part-made-required': ['sendFirst', 'major'],
  'payload-added': ['minor', 'major'],
  'payload-removed': ['major', 'minor'],
  'response-added': 'minor',
  'rule-removed': ['major', 'minor'],
  'security-loosened': 'minor',
  'sender-only-changed': 'binding',
  'server-added': 'minor',
  'set-opened': ['major', 'minor'],
  'text-changed': 'patch',
  'type-widened': 'minor',
}

export interface Judgement {
  rule: string
  level: Exclude<Level, 'none'>
  message: string
  advice: string
  /** @default the party that meets the place of the change */
  hits?: Party[]
  /** Whether the platform, as the sender, has to act as well. */
  bindsSender: boolean
}

const advice = {
  patch: 'Nothing.',
  binding:
    'Undo it, or make it in a new version beside this one, announced six months ahead (D-026).',
  sendFirst: 'Have the service send it before packages that require it are released.',
  sends: 'Nothing. Readers accept unknown values.',
  reads: 'Nothing. Existing calls keep working.',
}

/** What to write instead of a break, by rule; for what is sent and for what is read where they differ. */
const instead: { readonly [rule: string]: string | readonly [sent: string, read: string] } = {
  'constant-changed': 'Keep the value, and put the new one beside it under another name',
  'constant-removed': 'Keep the constant, and say in its description what replaces it',
  'content-type-changed': 'Keep the content type, and offer the new one beside it',
  'content-type-removed': 'Keep the content type',
  'event-removed': 'Keep sending the event until nobody needs it',
  'event-renamed': 'Keep the event, and add one with the new name beside it',
  'field-made-optional': 'Keep it required, and always send it',
  'field-made-required': 'Keep it optional, and say what a request without it means',
  'format-changed': [
    'Keep the rule, and send values of the new form in a field of their own',
    'Keep accepting what was accepted',
  ],
  'member-removed': ['Keep the member listed, and stop sending it', 'Keep accepting it'],
  'object-closed': 'Keep the object open',
  'operation-id-changed': 'Keep the id: it names a function in the code of callers',
  'operation-removed': 'Keep the operation, mark it deprecated, and point to what replaces it',
  'part-made-optional': 'Keep it required, and always send it',
  'part-made-required': 'Keep it optional, and say what a request without it means',
  'part-removed': ['Keep sending it', 'Keep accepting it, and mark it deprecated'],
  'required-part-added': 'Make it optional, and say what a request without it means',
  'response-removed': 'Keep it documented as long as it may be sent',
  'rule-added': 'Keep accepting what was accepted',
  'schema-replaced': 'Keep the schema, and use the new one in a field of its own',
  'security-changed': 'Keep the old way beside the new one',
  'server-changed': 'Keep the server, and add the new one beside it',
  'set-closed': 'Keep the set open',
  'type-changed': 'Keep the type, and add a field of the new type beside it',
}

const adviceOnBreak = (rule: string, direction: Direction): string => {
  const known = instead[rule]
  const text = typeof known === 'string' ? known : known?.[direction === 'sends' ? 0 : 1]
  if (text === undefined) return advice.binding
  return `${text}; or change it in a new version beside this one, announced six months ahead (D-026).`
}

export function toJudgement([rule, message, more = {}]: Said, direction: Direction): Judgement {
  const known = grades[rule] ?? 'major'
  const byUse = typeof known === 'string' ? known : known[direction === 'sends' ? 0 : 1]
  const { grade = byUse, todo } = more
  const level = grade === 'sendFirst' ? 'minor' : grade === 'binding' ? 'major' : grade
  const usual =
    grade === 'minor'
      ? advice[direction]
      : grade === 'major'
        ? adviceOnBreak(rule, direction)
        : advice[grade]
  return {
    rule,
    level,
    message,
    advice: todo ?? usual,
    ...(level === 'patch' && { hits: [] }),
    bindsSender: grade === 'sendFirst' || grade === 'binding',
  }
}

/** Whether a key of a path is a keyword: `properties/if` is a field of that name. */
export function isKeyword(keys: readonly string[], index: number): boolean {
  const parent = keys[index - 1] ?? ''
  const isMap = /^(properties|patternProperties|dependentSchemas|\$defs|definitions)$/.test(parent)
  return !isMap || !isKeyword(keys, index - 1)
}

const structure =
  /^(allOf|anyOf|oneOf|prefixItems|items|contains|schema|content|payload|properties|patternProperties|if|then|else|not|\d+)$/

/** The name of the nearest named thing on the way to a place: of a field, a header, a schema, an operation. */
export const nameAt = (keys: readonly string[]): string =>
  keys.findLast((key) => !structure.test(key)) ?? 'the document'

/** What people call an entry of a list: by its reference, its title or name, or what it allows. */
export function nameOf(node: unknown, fallback: string): string {
  const { $ref, title, name, url, id, type, enum: values, const: value, required } = Object(node)
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? $ref
  const text = [title, name, url, id].find((one) => typeof one === 'string')
  if (text !== undefined) return text
  const listed = Array.isArray(values) ? values : value === undefined ? undefined : [value]
  if (listed !== undefined) return listed.map((one) => JSON.stringify(one)).join(' | ')
  if (Array.isArray(required) && type === undefined) return `required: ${required.join(', ')}`
  return type === undefined ? fallback : [type].flat().join(' | ')
}

/** From which value to which: `went from \`a\` to \`b\``. */
export const went = ({ before, after }: Change): string =>
  `went from ${show(before?.value)} to ${show(after?.value)}`

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

const texts = /^(title|summary|description|examples?|tags|externalDocs|info|x-.*)$/

/** Parts that clients may ignore, and parts that may be added to what is sent. */
const growths = new Set(['Callback', 'Channel', 'Link', 'Server'])
const sentGrowths = new Set(['Binding', 'CorrelationId'])

/** Changes of text are patches. Any other change that no judge knows is major, unless it only adds. */
export function judgeRest(change: Change, { use }: Scene): Said {
  const { type, kind, property, keys } = change
  if (kind === 'modified' && texts.test(property ?? ''))
    return ['text-changed', `\`${property}\` changed`]
  const words = type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  const key = keys.at(-1) ?? '#'
  const written = kind === 'removed' ? change.before?.value : change.after?.value
  const name = /^\d+$/.test(key) ? nameOf(written, nameAt(keys)) : key
  const part = `the ${words} \`${name}\``
  const rule = words.replaceAll(' ', '-')
  if (kind === 'modified') return [`${rule}-changed`, `\`${property}\` of ${part} ${went(change)}`]
  const isGrowth = growths.has(type) || (use.direction === 'sends' && sentGrowths.has(type))
  const grade = kind === 'added' && isGrowth ? 'minor' : 'major'
  return [`${rule}-${kind}`, `${part} is ${kind === 'added' ? 'new' : 'gone'}`, { grade }]
}
