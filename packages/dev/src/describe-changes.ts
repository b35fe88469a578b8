import { type Comparison, type Finding, levels, type Party } from '@partner-platform/compat'
import { fromPointer, valueAt } from '@partner-platform/lint/contract'

/** The two documents by kind, bundled: every reference points into the same document. */
export type Side = Record<Finding['document'], unknown>

/** One line of the changelog. */
interface Entry {
  level: Finding['level']
  text: string
  hits: readonly Party[]
  verdict: Verdict
}

interface Verdict {
  effect: 'Breaking for' | 'Affects' | 'Safe for'
  /** What to do about it. */
  todo?: string
}

const sections = [
  ['major', 'Breaking'],
  ['minor', 'Compatible'],
] as const

/**
 * What changed on the wire between two releases of the contract, for partners: Markdown, with a heading for
 * each kind of change and a line for each change.
 */
export function describeChanges(comparison: Comparison, sides: { from: Side; to: Side }): string {
  const findings = comparison.findings.filter(isOfContract)
  const entries = mergeEntries(findings.flatMap((finding) => toEntries(finding, sides)))
  const texts = findings
    .filter(({ level }) => level === 'patch')
    .map(
      ({ document, pointer, source }) =>
        nameAt(fromPointer(source?.pointer ?? pointer)) || `${document}.json`,
    )
  const level = levels.findLast((one) => findings.some((finding) => finding.level === one))
  const parts = [
    level ? `This is a ${level} change.` : 'Nothing that partners send or receive changed.',
    ...sections.flatMap(([one, title]) => {
      const lines = entries.filter((entry) => entry.level === one).map(toLine)
      return lines.length === 0 ? [] : [`### ${title}`, lines.join('\n')]
    }),
    ...(texts.length === 0 ? [] : ['### Text', `- Descriptions or marks changed: ${list(texts)}.`]),
  ]
  return `${parts.join('\n\n')}\n`
}

/**
 * Names of exports are not part of the contract. The webhooks in OpenAPI are derived from AsyncAPI, so their
 * changes are already among those of AsyncAPI.
 */
const isOfContract = ({ layer, pointer, hits }: Finding) =>
  layer !== 'types' && !(pointer.startsWith('#/webhooks/') && !hits.includes('caller'))

function toEntries(finding: Finding, sides: { from: Side; to: Side }): Entry[] {
  const { level, rule, layer, message, hits, document } = finding
  if (level === 'patch') return []
  const keys = fromPointer(finding.source?.pointer ?? finding.pointer)
  const side = sides[finding.source?.side ?? 'to'][document]
  const verdict = toVerdict(finding)
  const entry = { level, verdict, hits: hits.filter((party) => party !== 'sender') }
  const named = nameWhole(keys, { rule, document: side })
  if (named.length > 0) {
    const state = rule.endsWith('-added') ? 'new' : 'gone'
    return named.map((name) => ({ ...entry, text: `${name} is ${state}` }))
  }
  const type = /^field-(added|removed)$/.test(rule) ? typeOf(valueAt(side, keys)) : undefined
  const said = type ? message.replace(/(?<=^the field `[^`]+`)/, ` (\`${type}\`)`) : message
  const subject = `\`${layer === 'behaviour' ? '' : nameAt(keys, message)}\``
  const isNamed = subject === '``' || message.includes(subject)
  return [{ ...entry, text: isNamed ? said : `${subject}: ${said}` }]
}

/** What a change means for partners, and what they should do about it. */
function toVerdict({ rule, level, hits }: Finding): Verdict {
  if (level === 'major') return { effect: 'Breaking for' }
  if (rule === 'event-added')
    return { effect: 'Safe for', todo: 'store or skip it until you handle it' }
  if (rule === 'response-added')
    return { effect: 'Affects', todo: 'handle it, or treat it as unexpected' }
  if (hits.includes('sender'))
    return { effect: 'Affects', todo: 'until the service always sends it, do not rely on it' }
  return { effect: 'Safe for' }
}

/**
 * The documents share schemas, and an event is both an operation and a message: findings with the same text
 * become one line.
 */
function mergeEntries(entries: readonly Entry[]): Entry[] {
  return [...Map.groupBy(entries, ({ text }) => text).values()].map((group) => {
    const worst = group.reduce((one, other) => (rank(other) > rank(one) ? other : one))
    return { ...worst, hits: [...new Set(group.flatMap(({ hits }) => hits))] }
  })
}

const rank = ({ level, verdict }: Entry) =>
  levels.indexOf(level) * 2 + (verdict.todo === undefined ? 0 : 1)

function toLine({ text, hits, verdict: { effect, todo } }: Entry): string {
  const who = hits.map((party) => `${party}s`).join(' and ')
  const verdict = todo === undefined ? `**${effect} ${who}.**` : `**${effect} ${who}:** ${todo}.`
  const escaped = text.replaceAll(/`[^`]*`|[<>|]/g, (found) => found.replace(/^[<>|]/, '\\$&'))
  return `- ${escaped.charAt(0).toUpperCase()}${escaped.slice(1)}. ${verdict}`
}

/** The operations or events that were added or removed as a whole, by their names on the wire. */
function nameWhole(
  keys: readonly string[],
  { rule, document }: { rule: string; document: unknown },
): string[] {
  const value = Object(valueAt(document, keys)) as { messages?: unknown[] }
  const [section, name, ...rest] = keys
  if (/^operation-(added|removed)$/.test(rule) && section === 'paths') {
    const own = rest[0] ? [rest[0]] : Object.keys(value).filter((key) => methods.test(key))
    return own.map((method) => `the operation \`${method.toUpperCase()} ${name}\``)
  }
  const isEvent = /^(event|message)-(added|removed)$/.test(rule) && rest[0] === 'messages'
  const isSent = /^operation-(added|removed)$/.test(rule) && section === 'operations'
  const messages: unknown[] = isEvent ? [value] : isSent ? (value.messages ?? []) : []
  return messages.map((message) => `the event \`${Object(follow(message, document)).name}\``)
}

const methods = /^(delete|get|head|options|patch|post|put|trace)$/

/**
 * The name of what a pointer refers to: an operation, or a component and the path of fields below it; '' for
 * the document itself. A last field that the message names is left out.
 */
function nameAt(keys: readonly string[], message = ''): string {
  const [section = '', name = '', ...rest] = keys
  if (section === 'paths') {
    const [method = ''] = rest
    return methods.test(method) ? `${method.toUpperCase()} ${name}` : name
  }
  if (section !== 'components') return /^(channels|operations)$/.test(section) ? name : ''
  const [owner = '', ...below] = rest
  const names = [owner]
  for (let index = 0; index < below.length; index += 1) {
    if (below[index] === 'items') names.push(`${names.pop()}[]`)
    if (below[index] !== 'properties') continue
    index += 1
    names.push(below[index] ?? '')
  }
  if (names.length > 1 && message.includes(`\`${names.at(-1)}\``)) names.pop()
  return names.join('.')
}

const list = (names: readonly string[]) =>
  [...new Set(names.map((name) => `\`${name}\``))].join(', ')

/** What people call the type of a field. */
function typeOf(schema: unknown): string | undefined {
  const { $ref, type, allOf } = Object(schema)
  if (typeof $ref === 'string') return fromPointer($ref).at(-1)
  if (Array.isArray(allOf) && allOf.length === 1) return typeOf(allOf[0])
  return type === undefined ? undefined : [type].flat().join(' or ')
}

function follow(node: unknown, document: unknown): unknown {
  const { $ref } = Object(node)
  return typeof $ref === 'string' ? follow(valueAt(document, fromPointer($ref)), document) : node
}
