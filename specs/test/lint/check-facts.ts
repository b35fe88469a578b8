import { judgeFact } from './judge-fact.ts'
import { fromNodeName } from './node-name.ts'
import { valueAt } from './pointer.ts'
import type { Problem } from './problem.ts'
import { comparisons, type Fact, readFacts } from './read-facts.ts'
import type { SourceText } from './source-text.ts'
import type { Specs } from './specs.ts'

/** Nodes that do not hold what a statement or a decision says of them. */
export function checkFacts(specs: Specs): Problem[] {
  const { facts, wrong } = readFacts(specs)
  const shape = {
    rule: 'facts/shape',
    message: `An entry of holds is { node, and one of ${comparisons.join(', ')} }.`,
    fix: 'Write - { node: <file>#/<pointer>, is: <value> }.',
  }
  const problems = facts.flatMap((fact) => checkFact(specs, fact))
  const places = problems.map(({ file, pointer }) => `${file}${pointer}`)
  return [
    ...wrong.flatMap(({ file, path }) => textOf(specs, file)?.problem(path, shape) ?? []),
    // Several rules can rest on one node; the first of them says what to do.
    ...problems.filter((_, index) => places.indexOf(places[index] as string) === index),
  ]
}

function checkFact(specs: Specs, fact: Fact): Problem[] {
  const { file, path } = fromNodeName(fact.node)
  const source = specs.files.get(file)
  if (!source) {
    const message = `There is no ${file} that could hold this.`
    const finding = { rule: 'facts/no-node', message, fix: 'Name a file of the contract.' }
    const told = textOf(specs, fact.file)?.problem(fact.path, finding)
    return told ? [told] : []
  }
  const departure = judgeFact(fact.comparison, valueAt(source.value, path), fact.value)
  if (!departure) return []
  const { line } = textOf(specs, fact.file)?.problem(fact.path, shapeless) ?? { line: 1 }
  return [
    source.problem([...path, ...departure.below], {
      rule: 'facts/contradiction',
      message: `${fact.rule} says: ${fact.says} ${capitalize(departure.says)}.`,
      fix: `${departure.fix} Where the rule itself is wrong, correct ${fact.file}:${line}.`,
    }),
  ]
}

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const shapeless = { rule: '', message: '', fix: '' }

const textOf = ({ files, records }: Specs, file: string): SourceText | undefined =>
  files.get(file) ?? records.get(file)
