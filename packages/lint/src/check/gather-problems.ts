import { fromPointer, toPointer, valueAt } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import type { Specs } from '../contract/specs.ts'

/** Rules that report an unknown id at the place of the id; the clearest message first. */
const unknownIds =
  'decisions/unknown sources/unknown decisions/unknown-statement rules/unknown'.split(' ')

/** The number of example problems of one schema that are shown in full. */
const examplesInFull = 3

/**
 * The same problems with those that share a cause merged: one for an unknown id, with the number of its
 * places; one for a missing node, with the number of statements that require it; and for the wrong examples
 * of one schema the first ones, with the number of the others. Takes sorted problems.
 */
export function gatherProblems({ files }: Specs, problems: Problem[]): Problem[] {
  const byId = ({ file, pointer, rule }: Problem) => {
    const id = valueAt(files.get(file)?.value, fromPointer(pointer))
    return unknownIds.includes(rule) && typeof id === 'string' ? id : undefined
  }
  const ids = gather(problems, byId, (id, group) => {
    const rank = ({ rule }: Problem) => unknownIds.indexOf(rule)
    const first = group.toSorted((a, b) => rank(a) - rank(b))[0] as Problem
    const places =
      group.length === 2 ? 'One more place names' : `${group.length - 1} more places name`
    const file = /^D-\d{3}$/.test(id) ? `decisions/${id}-<slug>.md` : `${id} to statements.yaml`
    const message = `${first.message} ${places} it.`
    const fix = `Add ${file}, or name a different one in each place.`
    return group.flatMap((one) => (one === first ? [{ ...first, message, fix }] : [undefined]))
  })

  const byNode = ({ file, pointer, rule }: Problem) => {
    if (rule !== 'facts/contradiction') return undefined
    const [value, path] = [files.get(file)?.value, fromPointer(pointer)]
    const depth = path.findIndex((_, at) => valueAt(value, path.slice(0, at + 1)) === undefined)
    return depth < 0 ? undefined : `${file}#${toPointer(path.slice(0, depth + 1))}`
  }
  const nodes = gather(ids, byNode, (node, group) => [
    {
      ...(group[0] as Problem),
      pointer: node.slice(node.indexOf('#')),
      rule: 'facts/no-node',
      message: `This node is missing, and ${group.length} statements require it. The first: ${group[0]?.message}`,
      fix: 'Put it back under this name: statements.yaml records the source, which has it.',
    },
  ])

  const bySchema = ({ file, rule }: Problem) =>
    rule.startsWith('examples/') ? /^examples\/([^/]+)\//.exec(file)?.[1] : undefined
  return gather(nodes, bySchema, (schema, group) => {
    const [others, next] = [group.length - examplesInFull, group[examplesInFull]]
    if (others < 2 || !next) return group
    const finding = {
      rule: 'examples/more',
      message: `… and ${others} more examples of ${schema}.`,
      fix: `If schemas/${schema}.yaml or a file that it refers to has changed, look there first.`,
    }
    return [...group.slice(0, examplesInFull), { ...next, ...finding }]
  })
}

/** The problems, with each group of two or more replaced, one by one; what is left of a group is dropped. */
function gather(
  problems: Problem[],
  keyOf: (problem: Problem) => string | undefined,
  replace: (key: string, group: Problem[]) => (Problem | undefined)[],
): Problem[] {
  const replacements = new Map<Problem, Problem | undefined>()
  for (const [key, group] of Map.groupBy(problems, keyOf)) {
    if (key === undefined || group.length < 2) continue
    const others = replace(key, group)
    for (const [index, problem] of group.entries()) replacements.set(problem, others[index])
  }
  return problems.flatMap((one) => (replacements.has(one) ? (replacements.get(one) ?? []) : one))
}
