import { isRecord, valueAt } from '@partner-platform/specs/test/lint/pointer.ts'
import { readDecisions, readStatements, texts } from '@partner-platform/specs/test/lint/rules.ts'
import type { Specs } from '@partner-platform/specs/test/lint/specs.ts'
import { readHowToChange } from './how-to-change.ts'
import { rulesWithTests } from './proofs.ts'
import type { TraceInputs } from './read-inputs.ts'
import type { GeneratedSymbol } from './read-symbols.ts'
import { symbolsOfNode } from './symbols-of-node.ts'

/** The test files of one workspace that cite a rule. */
export interface Proof {
  place: string
  files: {
    file: string
    /** How many of its tests do: without this, a page would not tell of one of several that is gone. */
    tests: number
  }[]
}

/** A statement of the source, and what became of it. */
export interface StatementRow {
  id: string
  /** Our words. */
  says: string
  /** The heading above it in `statements.yaml`. */
  section: string
  /** False for what the source says that it does not show. */
  shown: boolean
  answeredBy: string[]
  nodes: string[]
  symbols: GeneratedSymbol[]
  proofs: Proof[]
}

/** A decision, and what became of it. */
export interface DecisionRow {
  id: string
  title: string
  answers: string[]
  /** Files and folders of the contract. */
  shows: string[]
  nodes: string[]
  /** `x-constants` that it fixes. */
  values: Record<string, unknown>
  symbols: GeneratedSymbol[]
  proofs: Proof[]
  /** The record's own paragraph, as Markdown; empty where it has none. */
  howToChange: string
}

export interface Matrix {
  statements: StatementRow[]
  decisions: DecisionRow[]
}

/** Follows every statement and every decision to nodes, generated symbols and tests. */
export function buildMatrix(inputs: TraceInputs): Matrix {
  const { specs } = inputs
  const proofs = rulesWithTests(inputs.tests)
  const follow = (id: string, nodes: string[]) => ({
    nodes,
    symbols: [...new Set(nodes.flatMap((node) => symbolsOfNode(node, inputs)))],
    proofs: proofs.get(id) ?? [],
  })
  const sectionOf = readSections(specs)
  const list = specs.files.get('statements.yaml')?.value
  return {
    statements: readStatements(specs).map(({ id, index, shown, answeredBy }) => {
      const at = texts(valueAt(list, [index, 'at']))
      const says = String(valueAt(list, [index, 'says']))
      return { id, says, section: sectionOf(index), shown, answeredBy, ...follow(id, at) }
    }),
    decisions: readDecisions(specs).map(({ id, file, front }) => {
      const values = isRecord(front.values) ? front.values : {}
      const ids = constantNodes(specs, Object.keys(values))
      return {
        id,
        title: String(front.title),
        answers: texts(front.answers),
        shows: texts(front.shows),
        values,
        howToChange: readHowToChange(specs, file),
        ...follow(id, [...texts(front.at), ...ids]),
        nodes: texts(front.at),
      }
    }),
  }
}

function constantNodes({ files }: Specs, names: string[]): string[] {
  return ['openapi.yaml', 'asyncapi.yaml'].flatMap((file) =>
    names
      .filter((name) => valueAt(files.get(file)?.value, ['x-constants', name]) !== undefined)
      .map((name) => `${file}#/x-constants/${name}`),
  )
}

/** The heading above a statement: a comment that begins with the number of its section. */
function readSections({ files }: Specs): (index: number) => string {
  const source = files.get('statements.yaml')
  const lines = source?.text.split('\n') ?? []
  const finding = { rule: '', message: '', fix: '' }
  return (index) => {
    const { line } = source?.problem([index], finding) ?? { line: 0 }
    const above = lines.slice(0, line).findLast((text) => /^# \d/.test(text))
    return above?.slice(2) ?? ''
  }
}
