import { nearestName } from './nearest-name.ts'
import { fromNodeName, toNodeName } from './node-name.ts'
import { isRecord } from './pointer.ts'
import type { Problem } from './problem.ts'
import { listMarks, readDecisions, texts } from './rules.ts'
import type { SourceText } from './source-text.ts'
import type { Specs } from './specs.ts'

type Key = 'x-source' | 'x-decision'

/** A statement or a decision, the nodes that carry it, and the place where it lists them. */
type Rule = {
  id: string
  says: string
  nodes: string[]
  source: SourceText
  path: (string | number)[]
}

/** Nodes that carry a statement without being listed under its `at`, and the other way round. */
export const checkStatementCarriers = (specs: Specs): Problem[] =>
  checkCarriers(specs, 'x-source', listStatements(specs))

/** The same of decisions; for constants `values` is the list. */
export const checkDecisionCarriers = (specs: Specs): Problem[] =>
  checkCarriers(specs, 'x-decision', listDecisions(specs))

function checkCarriers(specs: Specs, key: Key, rules: Rule[]): Problem[] {
  const marks = listMarks(specs, key)
    .map((mark) => ({ ...mark, at: mark.path.slice(0, mark.path.lastIndexOf(key)) }))
    .filter(({ at }) => key === 'x-source' || at[0] !== 'x-constants')
    .map((mark) => ({ ...mark, node: toNodeName(mark.file, mark.at) }))
  return rules.flatMap((rule) => {
    const carriers = marks.filter(({ id }) => id === rule.id)
    const nodes = carriers.map(({ node }) => node)
    const unlisted = carriers.filter(({ node }) => !rule.nodes.includes(node))
    return [
      ...rule.nodes.flatMap((node, index) =>
        nodes.includes(node) ? [] : [toMissing(specs, rule, { key, node, index, nodes })],
      ),
      ...unlisted.flatMap(({ file, path, node }) => {
        const finding = {
          rule: `${families[key]}/not-listed`,
          message: `${rule.id} says: ${rule.says} Its at in ${rule.source.file} lacks this node.`,
          fix: `Add ${node} to at of ${rule.id}, or take ${rule.id} from here.`,
        }
        return specs.files.get(file)?.problem(path, finding) ?? []
      }),
    ]
  })
}

const families: Record<Key, string> = { 'x-source': 'sources', 'x-decision': 'decisions' }

function listStatements({ files }: Specs): Rule[] {
  const source = files.get('statements.yaml')
  if (!source || !Array.isArray(source.value)) return []
  return source.value.flatMap((one: unknown, index) => {
    if (!isRecord(one) || typeof one.id !== 'string') return []
    const { id, says, at } = one
    return [{ id, says: String(says), nodes: texts(at), source, path: [index, 'at'] }]
  })
}

const listDecisions = (specs: Specs): Rule[] =>
  readDecisions(specs).flatMap(({ id, file, front }) => {
    const source = specs.records.get(file)
    if (!source || id === '' || Object.keys(front).length === 0) return []
    return [{ id, says: `${front.title}.`, nodes: texts(front.at), source, path: ['at'] }]
  })

function toMissing(
  specs: Specs,
  { id, says, source: ledger, path: at }: Rule,
  { key, node, index, nodes }: { key: Key; node: string; index: number; nodes: string[] },
): Problem {
  const { file, path } = fromNodeName(node)
  const rule = `${families[key]}/not-carried`
  const source = specs.files.get(file)
  if (source) {
    const message = `${id} says: ${says} This node should carry it, and does not.`
    const fix = `Write ${key}: '${id}' on it, or take the node from at of ${id} in ${ledger.file}.`
    return source.problem(path, { rule, message, fix }, true)
  }
  const near = nearestName(node, nodes)
  const message = `There is no ${file} that could carry ${id}.`
  const fix = near ? `Did you mean ${near}?` : 'Name a file of the contract.'
  return ledger.problem([...at, index], { rule, message, fix })
}
