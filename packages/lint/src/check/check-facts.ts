import { isDeepStrictEqual } from 'node:util'
import {
  entriesOf,
  fromNodeName,
  isRecord,
  type Path,
  toNodeName,
  valueAt,
} from '../contract/pointer.ts'
import type { Found } from '../contract/problem.ts'
import { resolve } from '../contract/references.ts'
import { readDecisions, readStatements, texts } from '../contract/rules.ts'
import type { Specs } from '../contract/specs.ts'

/** How a node departs from a fact: where below it, what it says there, and what to write. */
type Departure = {
  below: Path
  says: string
  fix: string
  /** A member that `only` does not list. */
  extra?: string
}

/** Nodes that do not hold what a statement says of them, with what decisions add to it. */
export function* checkFacts(specs: Specs): Iterable<Found> {
  const { facts, wrong } = readFacts(specs)
  const file = 'statements.yaml'
  for (const path of wrong) {
    const message = `An entry of holds needs node and one of ${comparisons.join(', ')}.`
    const fix = 'Write - { node: <file>#/<pointer>, is: <value> }; the value of only is a list.'
    yield { file, path, rule: 'facts/shape', message, fix }
  }
  const extensions = readExtensions(specs)
  const extras = new Set<string>()
  // Several statements can speak of one node; the first of them says what to do.
  const told = new Set<string>()
  for (const fact of facts) {
    const node = fromNodeName(fact.node)
    const document = specs.files.get(node.file)
    if (!document) {
      const message = `The contract has no file ${node.file}.`
      const fix = 'Name a file of the contract.'
      yield { file, path: fact.path, rule: 'facts/no-node', message, fix }
      continue
    }
    const own = extensions.filter(({ statement }) => statement === fact.rule)
    const departure = judgeFact(fact, valueAt(document.value, node.path), {
      name: node.path.at(-1) ?? node.file,
      added: own.flatMap(({ members }) => members),
    })
    if (!departure) continue
    const { below, says, extra } = departure
    if (extra) extras.add(extra)
    const path = [...node.path, ...below]
    const place = toNodeName(node.file, path)
    if (told.has(place)) continue
    told.add(place)
    const later = [...extras].indexOf(extra ?? '')
    const message = `${fact.rule} says: ${fact.says} ${says.slice(0, 1).toUpperCase()}${says.slice(1)}.`
    const fix = toFix(specs, fact, departure, { file: node.file, at: path, later })
    yield { file: node.file, path, rule: 'facts/contradiction', message, fix }
  }
}

/** The first way in which a value departs from a fact and what decisions add to it, if any. */
function judgeFact(
  { comparison, value: wanted }: Fact,
  actual: unknown,
  { name, added }: { name: string; added: readonly string[] },
): Departure | undefined {
  if (comparison === 'absent')
    return actual === undefined
      ? undefined
      : { below: [], says: `it is ${write(actual)}`, fix: 'Delete it.' }
  if (actual === undefined)
    return { below: [], says: `${name} is missing`, fix: `Write ${name}: ${write(wanted)}.` }
  if (comparison === 'is') return judgeIs(actual, wanted)
  const members = (wanted as unknown[]).map(String)
  const there = membersOf(actual)
  const extra = there.find((member) => ![...members, ...added].includes(member))
  if (extra !== undefined) {
    const key = Array.isArray(actual) ? there.indexOf(extra) : extra
    const says = `the contract also has ${extra}`
    return { below: [key], extra, says, fix: `Delete ${extra}.` }
  }
  const missing = members.find((member) => !there.includes(member))
  if (missing === undefined) return undefined
  return { below: [], says: `it has ${there.join(', ') || 'nothing'}`, fix: `Add ${missing}.` }
}

/** Words about a node. A fact on an object does not cover them. */
const isAnnotation = (key: string) =>
  /^(title|summary|description|examples?|x-source|x-decision)$/.test(key)

/** Goes down to the first part that differs; below the node itself nothing is an annotation. */
function judgeIs(actual: unknown, wanted: unknown, below: Path = []): Departure | undefined {
  if (isDeepStrictEqual(actual, wanted)) return undefined
  const isList = Array.isArray(actual) && Array.isArray(wanted)
  const isBothRecords = isRecord(actual) && isRecord(wanted)
  if (isList ? actual.length !== wanted.length : !isBothRecords) {
    const name = typeof below.at(-1) === 'string' ? `${below.at(-1)}` : ''
    const to = `${name && `${name}: `}${write(wanted)}`
    const is = `it is ${name && `${name}: `}${write(actual)}`
    return { below, says: actual === undefined ? `${name} is missing` : is, fix: `Write ${to}.` }
  }
  const [there, asked] = [Object(actual), Object(wanted)]
  for (const [key, value] of Object.entries(asked)) {
    const departure = judgeIs(there[key], value, [...below, isList ? Number(key) : key])
    if (departure) return departure
  }
  const extra = Object.keys(there).find(
    (key) => !Object.hasOwn(asked, key) && (below.length > 0 || !isAnnotation(key)),
  )
  if (extra === undefined) return undefined
  const says = `the contract also has ${extra}: ${write(there[extra])}`
  return { below: [...below, extra], says, fix: `Delete ${extra}.` }
}

/** The names in an object, marks apart, or the members of a list. */
export function membersOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  const names = isRecord(value) ? Object.keys(value) : []
  return names.filter((key) => !/^x-(source|decision)$/.test(key))
}

function write(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 160 ? `${text.slice(0, 159)}…` : text
}

/** The node, or the nearest one above it that can have a mark: a member of a list cannot. */
const markable = (document: unknown, at: Path): Path =>
  at.length === 0 || isRecord(valueAt(document, at)) ? at : markable(document, at.slice(0, -1))

/** A bare reference cannot carry a mark: its component or an `allOf` around it does. */
function howToMark(specs: Specs, { file, at }: Place, id: string): string {
  const document = specs.files.get(file)?.value
  const path = markable(document, at)
  const target = resolve(specs, file, path)
  if (target.file === file) return `mark ${toNodeName(file, target.path)} with x-decision: ${id}`
  const reference = valueAt(document, [...path, '$ref']) ?? target.file
  return `write ${toNodeName(file, path)} as { allOf: [{ $ref: ${reference} }], x-decision: ${id} }`
}

type Place = { file: string; at: Path; later: number }

function toFix(specs: Specs, { rule }: Fact, { fix, extra }: Departure, place: Place): string {
  if (extra === undefined) return `${fix} Statement ${rule} in statements.yaml records the source.`
  const numbers = readDecisions(specs).map(({ id }) => Number(id.slice(2)))
  const id = `D-${String(Math.max(0, ...numbers) + 1 + place.later).padStart(3, '0')}`
  const words = extra.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
  const slug = words.replaceAll(/[^a-z0-9]+/g, '-')
  return `${fix} To keep it, ${howToMark(specs, place, id)}, cite ${id} in the case of an example, and paste this into specs/decisions/${id}-${slug}.md:
---
id: ${id}
title: "TODO: say in one line what ${extra} adds"
status: accepted
extends: { ${JSON.stringify(rule)}: [${JSON.stringify(extra)}] }
---

**Context.** The source does not show ${extra}.

**Choice.** TODO: say what ${extra} holds, and who sends it when.

**Why, and what rests on it.** TODO: say why, and what depends on it.

**How to change it.** TODO: say what a change of ${extra} breaks, and for whom.`
}

/** Ways to say what a node holds; the head of `statements.yaml` says what each means. */
const comparisons = ['is', 'only', 'absent'] as const
type Comparison = (typeof comparisons)[number]

export type Fact = {
  /** Id of the statement, and its sentence. */
  rule: string
  says: string
  /** Place of the entry in `statements.yaml`. */
  path: (string | number)[]
  node: string
  comparison: Comparison
  /** As the statement says it, without what decisions add. */
  value: unknown
}

/** What the statements hold, and the places of entries that are not in the shape of a fact. */
export function readFacts(specs: Specs): { facts: Fact[]; wrong: (string | number)[][] } {
  const facts: Fact[] = []
  const wrong: (string | number)[][] = []
  for (const { id, says, index, holds } of readStatements(specs)) {
    const isList = Array.isArray(holds)
    if (holds !== undefined && !isList) wrong.push([index, 'holds'])
    for (const [position, entry] of isList ? holds.entries() : []) {
      const path = [index, 'holds', position]
      const fact = toFact(entry)
      if (fact) facts.push({ rule: id, says, path, ...fact })
      else wrong.push(path)
    }
  }
  return { facts, wrong }
}

function toFact(entry: unknown): Pick<Fact, 'node' | 'comparison' | 'value'> | undefined {
  if (!isRecord(entry) || typeof entry.node !== 'string') return undefined
  const [comparison, ...more] = Object.keys(entry).filter((key) => key !== 'node')
  const known = comparisons.find((one) => one === comparison)
  if (!known || more.length > 0) return undefined
  if (known === 'only' && !Array.isArray(entry.only)) return undefined
  return { node: entry.node, comparison: known, value: entry[known] }
}

/** Members that a decision adds to what a statement holds. */
export type Extension = { decision: string; file: string; statement: string; members: string[] }

export const readExtensions = (specs: Specs): Extension[] =>
  readDecisions(specs).flatMap(({ id, file, front }) =>
    entriesOf(front.status === 'replaced' ? undefined : front.extends).map(
      ([statement, members]) => ({ decision: id, file, statement, members: texts(members) }),
    ),
  )
