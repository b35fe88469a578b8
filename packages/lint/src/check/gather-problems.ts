import { fromPointer, toPointer, valueAt } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import type { Specs } from '../contract/specs.ts'

/** Rules that tell of an id that is not there, at the place of the id; the most telling first. */
const unknownIds = [
  'decisions/unknown',
  'sources/unknown',
  'decisions/unknown-statement',
  'rules/unknown',
]

/** Rules that tell of a node that the ledger rests on. */
const nodeRules = ['facts/contradiction']

/** So many problems of one schema's examples are told in full. */
const examplesInFull = 3

/**
 * The same problems, where many follow from one cause: an id that is not there is told once with the
 * number of its places, a node that is not there once with the number of rules that rest on it, and
 * of the wrong examples of one schema the first ones, with the number of the others. Takes them as
 * they are sorted.
 */
export const gatherProblems = (specs: Specs, problems: Problem[]): Problem[] =>
  gatherExamples(gatherNodes(specs, gatherIds(specs, problems)))

function gatherNodes({ files }: Specs, problems: Problem[]): Problem[] {
  const lost = ({ file, pointer, rule }: Problem): string | undefined => {
    if (!nodeRules.includes(rule)) return undefined
    const [value, path] = [files.get(file)?.value, fromPointer(pointer)]
    const depth = path.findIndex((_, at) => valueAt(value, path.slice(0, at + 1)) === undefined)
    return depth < 0 ? undefined : `${file}#${toPointer(path.slice(0, depth + 1))}`
  }
  const byNode = groupBy(problems, lost)
  return problems.flatMap((one) => {
    const node = lost(one)
    const group = byNode.get(node) ?? []
    if (node === undefined || group.length < 2) return [one]
    if (group[0] !== one) return []
    const finding = {
      pointer: node.slice(node.indexOf('#')),
      rule: 'facts/no-node',
      message: `Nothing stands here, and ${group.length} statements speak of it. The first: ${one.message}`,
      fix: 'Put it back under this name: statements.yaml records the source, and that has it.',
    }
    return [{ ...one, ...finding }]
  })
}

function gatherIds({ files, records }: Specs, problems: Problem[]): Problem[] {
  const byId = groupBy(problems, ({ file, pointer, rule }) => {
    const value = (files.get(file) ?? records.get(file))?.value
    const id = unknownIds.includes(rule) ? valueAt(value, fromPointer(pointer)) : undefined
    return typeof id === 'string' ? id : undefined
  })
  const told = new Map<Problem, Problem>()
  for (const [id, group] of byId) {
    if (id === undefined || group.length < 2) continue
    const rank = ({ rule }: Problem) => unknownIds.indexOf(rule)
    const first = group.toSorted((a, b) => rank(a) - rank(b))[0] as Problem
    const places =
      group.length === 2 ? 'One more place names' : `${group.length - 1} more places name`
    const file = /^D-\d{3}$/.test(id) ? `decisions/${id}-<slug>.md` : `${id} to statements.yaml`
    const message = `${first.message} ${places} it.`
    told.set(first, { ...first, message, fix: `Add ${file}, or name another at each place.` })
  }
  const isGathered = new Set([...byId].flatMap(([id, group]) => (id && group[1] ? group : [])))
  return problems.flatMap((one) => told.get(one) ?? (isGathered.has(one) ? [] : one))
}

function gatherExamples(problems: Problem[]): Problem[] {
  const schemaOf = ({ file, rule }: Problem) =>
    rule.startsWith('examples/') ? /^examples\/([^/]+)\//.exec(file)?.[1] : undefined
  const bySchema = groupBy(problems, schemaOf)
  return problems.flatMap((one) => {
    const schema = schemaOf(one)
    const group = bySchema.get(schema) ?? []
    const [index, others] = [group.indexOf(one), group.length - examplesInFull]
    if (schema === undefined || others < 2 || index < examplesInFull) return [one]
    if (index > examplesInFull) return []
    const finding = {
      rule: 'examples/more',
      message: `… and ${others} more examples of ${schema}.`,
      fix: `If schemas/${schema}.yaml changed, or what it refers to, look there first.`,
    }
    return [{ ...one, ...finding }]
  })
}

function groupBy(problems: Problem[], keyOf: (problem: Problem) => string | undefined) {
  const groups = new Map<string | undefined, Problem[]>()
  for (const problem of problems) {
    const key = keyOf(problem)
    groups.set(key, [...(groups.get(key) ?? []), problem])
  }
  return groups
}
