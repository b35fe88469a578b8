import { isDeepStrictEqual } from 'node:util'
import { isRecord, type Path } from '../contract/pointer.ts'
import type { Comparison, Fact } from '../contract/read-facts.ts'

/** How a node departs from a fact: where below it, what it says there, and what to write. */
export type Departure = {
  below: Path
  says: string
  fix: string
  /** A member that `only` does not list. */
  extra?: string
}

/** What is told of a node and not stated by it; a fact on an object does not speak of these. */
const isAnnotation = (key: string) =>
  /^(title|summary|description|examples?|x-source|x-decision)$/.test(key)

type Judged = { name: string; added: readonly string[] }
type Judge = (actual: unknown, wanted: unknown, judged: Judged) => Departure | undefined

/** The first way in which the value of a key departs from a fact and what decisions add to it, if any. */
export function judgeFact(fact: Pick<Fact, 'comparison' | 'value'>, actual: unknown, on: Judged) {
  const { comparison, value } = fact
  if (actual === undefined && comparison !== 'absent')
    return { below: [], says: `${on.name} is missing`, fix: `Write ${on.name}: ${write(value)}.` }
  return judges[comparison](actual, value, on)
}

const judges: Record<Comparison, Judge> = {
  is: (actual, wanted) => judgeIs(actual, wanted),
  only: (actual, wanted, { added }) => {
    const members = (wanted as unknown[]).map(String)
    const there = membersOf(actual)
    const extra = there.find((member) => ![...members, ...added].includes(member))
    if (extra !== undefined) {
      const key = Array.isArray(actual) ? actual.map(String).indexOf(extra) : extra
      return {
        below: [key],
        extra,
        says: `the contract also has ${extra}`,
        fix: `Delete ${extra}.`,
      }
    }
    const missing = members.find((member) => !there.includes(member))
    const says = `it has ${there.join(', ') || 'nothing'}`
    return missing === undefined ? undefined : { below: [], says, fix: `Add ${missing}.` }
  },
  absent: (actual) => {
    if (actual === undefined) return undefined
    return { below: [], says: `it is ${write(actual)}`, fix: 'Delete it.' }
  },
}

/** Goes down to the first part that differs; below the node itself nothing is an annotation. */
function judgeIs(actual: unknown, wanted: unknown, below: Path = []): Departure | undefined {
  if (isDeepStrictEqual(actual, wanted)) return undefined
  const isList = Array.isArray(actual) && Array.isArray(wanted)
  if (isList ? actual.length !== wanted.length : !(isRecord(actual) && isRecord(wanted))) {
    const name = typeof below.at(-1) === 'string' ? `${below.at(-1)}: ` : ''
    const says = actual === undefined ? `${name}is missing` : `it is ${name}${write(actual)}`
    return { below, says: says.replace(': is', ' is'), fix: `Write ${name}${write(wanted)}.` }
  }
  const [there, asked] = [Object.entries(actual as object), Object.entries(wanted as object)]
  for (const [key, value] of asked) {
    const one = (actual as Record<string, unknown>)[key]
    const departure = judgeIs(one, value, [...below, isList ? Number(key) : key])
    if (departure) return departure
  }
  const known = new Set(asked.map(([key]) => key))
  const extra = there.find(([key]) => !known.has(key) && (below.length > 0 || !isAnnotation(key)))
  if (!extra) return undefined
  const says = `the contract also has ${extra[0]}: ${write(extra[1])}`
  return { below: [...below, extra[0]], says, fix: `Delete ${extra[0]}.` }
}

/** The names in an object, marks apart, or the members of a list. */
export function membersOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return isRecord(value)
    ? Object.keys(value).filter((key) => !/^x-(source|decision)$/.test(key))
    : []
}

function write(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 160 ? `${text.slice(0, 159)}…` : text
}
