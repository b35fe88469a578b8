import type { Use } from '../document/asyncapi-routes.ts'
import type { SpecDocument } from '../document/open-document.ts'
import type { Level, Party } from '../finding.ts'
import type { Change } from './change.ts'

/** What we say of a change. */
export interface Judgement {
  rule: string
  level: Exclude<Level, 'none'>
  message: string
  advice: string
  /** @default the party that meets the place of the change */
  hits?: Party[]
  /** Whether the platform, as the sender, has to act as well. */
  bindsSender?: boolean
}

/** What a judge sees of a change besides the change. */
export interface Scene {
  from: SpecDocument
  to: SpecDocument
  /** The keys of the change. */
  keys: readonly string[]
  fromKeys: readonly string[]
  use: Use
}

/** Returns undefined if it has nothing to say. */
export type Judge = (change: Change, scene: Scene) => Judgement | undefined

/** What to do instead of a breaking change, and about one that grows. */
export const advice = {
  breaking:
    'Undo it, or make it in a new version beside this one, announced six months ahead (D-026).',
  addOptional: 'Leave the old one as it is, and add the new one beside it.',
  sendFirst: 'Have the platform send it before packages that demand it are released.',
  readers: 'Nothing: readers accept what they do not know.',
  callers: 'Nothing: calls of today go on working.',
  text: 'Nothing.',
} as const

export const patch = (rule: string, message: string): Judgement => ({
  rule,
  level: 'patch',
  message,
  advice: advice.text,
  hits: [],
})

export const minor = (rule: string, message: string, todo: string = advice.readers): Judgement => ({
  rule,
  level: 'minor',
  message,
  advice: todo,
})

export const major = (
  rule: string,
  message: string,
  todo: string = advice.breaking,
): Judgement => ({
  rule,
  level: 'major',
  message,
  advice: todo,
})

/** The same for one who sends: it must keep the rule before others rely on it. */
export const bindingSender = (judgement: Judgement): Judgement => ({
  ...judgement,
  bindsSender: true,
})

const texts = /^(title|summary|description|examples?|tags|externalDocs|info|x-.*)$/

/** Parts that clients may ignore. */
const growths = new Set(['Callback', 'Channel', 'Link', 'Server'])

/** Parts that may be added to what is sent. */
const sentGrowths = new Set(['Binding', 'CorrelationId'])

/** Changes of text are patches. Any other change that no judge knows is major, unless it only adds. */
export const judgeRest: Judge = (change, { use }) => {
  const { type, kind, property } = change
  if (kind === 'modified' && texts.test(property ?? '')) {
    return patch('text-changed', `\`${property}\` changed`)
  }
  const isGrowth = growths.has(type) || (use.direction === 'sends' && sentGrowths.has(type))
  const judge = kind === 'added' && isGrowth ? grown : major
  return judge(`${words(type, '-')}-${kind === 'modified' ? 'changed' : kind}`, messageOf(change))
}

const grown = (rule: string, message: string): Judgement => minor(rule, message, advice.callers)

function messageOf({ type, kind, property, keys, before, after }: Change): string {
  const part = `the ${words(type, ' ')} \`${keys.at(-1) ?? '#'}\``
  if (kind !== 'modified') return `${part} is ${kind === 'added' ? 'new' : 'gone'}`
  const [old, fresh] = [before, after].map((end) => show(end?.value))
  return `\`${property}\` of ${part} went from ${old} to ${fresh}`
}

function words(type: string, separator: string): string {
  return type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, separator).toLowerCase()
}

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
