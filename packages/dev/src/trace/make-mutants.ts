import type { Path } from '@partner-platform/specs/test/lint/pointer.ts'
import { readDecisions, readStatements } from '@partner-platform/specs/test/lint/rules.ts'
import { SourceText } from '@partner-platform/specs/test/lint/source-text.ts'
import type { Specs } from '@partner-platform/specs/test/lint/specs.ts'
import { listMarkedNodes } from './mark-nodes.ts'
import type { TraceInputs } from './read-inputs.ts'
import { toTest } from './read-tests.ts'

/** Inputs from which one thing is gone, or in which it has another name. */
export interface TraceMutant {
  /** What was done. */
  name: string
  /** What an orphan that it makes must name, one of them. */
  names: string[]
  inputs: TraceInputs
}

/** What makes every contract with one thing less, by the kind of thing. All in all about ten seconds. */
export const contractMutants = {
  nodes: withoutNodes,
  statements: withoutStatements,
  decisions: withoutDecisions,
  origins: withoutOrigins,
}

/** The tests without all those of one rule, and with one rule misspelt or in brackets in one title. */
export function* makeTestMutants(inputs: TraceInputs): Generator<TraceMutant> {
  for (const id of new Set(inputs.tests.flatMap(({ rules }) => rules))) {
    if (isRule(inputs.specs, id)) {
      const tests = inputs.tests.filter(({ rules }) => !rules.includes(id))
      yield { name: `without the tests of ${id}`, names: [id], inputs: { ...inputs, tests } }
    }
    for (const other of [`${id}0`, `(${id})`]) {
      const tests = renameInOneTest(inputs, id, other)
      const name = `with ${id} as ${other} in a title`
      yield { name, names: [other], inputs: { ...inputs, tests } }
    }
  }
}

function* withoutNodes(inputs: TraceInputs): Generator<TraceMutant> {
  for (const { node, file, path, ids } of listMarkedNodes(inputs.specs)) {
    const specs = without(inputs.specs, file, path)
    yield { name: `without the node ${node}`, names: ids, inputs: { ...inputs, specs } }
  }
}

function* withoutStatements(inputs: TraceInputs): Generator<TraceMutant> {
  for (const { id, index } of readStatements(inputs.specs)) {
    const specs = without(inputs.specs, 'statements.yaml', [index])
    yield { name: `without the statement ${id}`, names: [id], inputs: { ...inputs, specs } }
  }
}

function* withoutDecisions(inputs: TraceInputs): Generator<TraceMutant> {
  for (const { id, file } of readDecisions(inputs.specs)) {
    const records = new Map(inputs.specs.records)
    records.delete(file)
    const specs = { ...inputs.specs, records }
    yield { name: `without the record ${id}`, names: [id], inputs: { ...inputs, specs } }
  }
}

function* withoutOrigins(inputs: TraceInputs): Generator<TraceMutant> {
  for (const [index, symbol] of inputs.symbols.entries()) {
    const symbols = inputs.symbols.with(index, { ...symbol, node: undefined })
    const name = `without the origin of ${symbol.name}`
    yield { name, names: [symbol.name], inputs: { ...inputs, symbols } }
  }
}

const isRule = (specs: Specs, id: string) =>
  [...readStatements(specs), ...readDecisions(specs)].some((rule) => rule.id === id)

function renameInOneTest({ tests }: TraceInputs, id: string, other: string) {
  const index = tests.findIndex(({ rules }) => rules.includes(id))
  const test = tests[index]
  if (test === undefined) return tests
  const cited = new RegExp(`(^|, )${id.replaceAll('.', '\\.')}(?=[\\s:,]|$)`)
  const titles = test.titles.map((title) => title.replace(cited, `$1${other}`))
  return tests.with(index, toTest({ ...test, titles }))
}

/** The same specs with one part of a file gone, or the whole file. */
function without(specs: Specs, file: string, path: Path): Specs {
  const files = new Map(specs.files)
  const document = files.get(file)?.document.clone()
  files.delete(file)
  if (path.length > 0 && document) {
    document.deleteIn(path)
    files.set(file, new SourceText(file, document.toString()))
  }
  return { ...specs, files }
}
