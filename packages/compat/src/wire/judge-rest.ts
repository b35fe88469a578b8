import type { Change } from './change.ts'
import { advice, type Judge, type Judgement, major, minor, patch } from './judgement.ts'

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
