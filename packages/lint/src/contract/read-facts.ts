import { isRecord } from './pointer.ts'
import { readDecisions, readStatements, texts } from './rules.ts'
import type { Specs } from './specs.ts'

/** Ways to say what a node holds; the head of `statements.yaml` says what each means. */
export const comparisons = ['is', 'only', 'absent'] as const
export type Comparison = (typeof comparisons)[number]

/** Something that a statement says of a node. */
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
    Object.entries(isRecord(front.extends) && front.status !== 'replaced' ? front.extends : {}).map(
      ([statement, members]) => ({ decision: id, file, statement, members: texts(members) }),
    ),
  )
