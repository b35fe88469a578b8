import { isRecord } from './pointer.ts'
import { readDecisions } from './rules.ts'
import type { Specs } from './specs.ts'

/** Ways to say what a node holds; README.md has the table of them. */
export const comparisons = ['is', 'has', 'without', 'keys', 'absent'] as const
export type Comparison = (typeof comparisons)[number]

/** Something that a statement or a decision says of a node, and where it says so. */
export type Fact = {
  /** Id of the statement or decision, and its sentence. */
  rule: string
  says: string
  /** The file that states the fact, and the place of the entry in it. */
  file: string
  path: (string | number)[]
  node: string
  comparison: Comparison
  value: unknown
}

/** An entry under `holds` that is none: no node, or not exactly one comparison. */
export type NoFact = Pick<Fact, 'file' | 'path'>

/** What `statements.yaml` and the decisions say of single nodes, under `holds`. */
export function readFacts(specs: Specs): { facts: Fact[]; wrong: NoFact[] } {
  const statements = specs.files.get('statements.yaml')?.value
  const owners: [Pick<Fact, 'rule' | 'says' | 'file' | 'path'>, unknown][] = []
  for (const [index, one] of (Array.isArray(statements) ? statements : []).entries()) {
    if (!isRecord(one)) continue
    const place = { file: 'statements.yaml', path: [index, 'holds'] }
    owners.push([{ rule: String(one.id), says: String(one.says), ...place }, one.holds])
  }
  for (const { id, file, front } of readDecisions(specs)) {
    const place = { file, path: ['holds'] }
    owners.push([{ rule: id, says: `${String(front.title)}.`, ...place }, front.holds])
  }
  const facts: Fact[] = []
  const wrong: NoFact[] = []
  for (const [owner, holds] of owners) {
    if (holds === undefined) continue
    if (!Array.isArray(holds)) wrong.push(owner)
    else {
      for (const [index, entry] of (holds as unknown[]).entries()) {
        const at = { ...owner, path: [...owner.path, index] }
        const fact = toFact(at, entry)
        if (fact) facts.push(fact)
        else wrong.push(at)
      }
    }
  }
  return { facts, wrong }
}

function toFact(at: Omit<Fact, 'node' | 'comparison' | 'value'>, entry: unknown): Fact | undefined {
  if (!isRecord(entry) || typeof entry.node !== 'string') return undefined
  const [comparison, ...more] = Object.keys(entry).filter((key) => key !== 'node')
  const known = comparisons.find((one) => one === comparison)
  if (!known || more.length > 0) return undefined
  return { ...at, node: entry.node, comparison: known, value: entry[known] }
}
