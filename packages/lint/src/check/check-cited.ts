import { casesFile, listExamples, readCases } from '../contract/example-cases.ts'
import { fromPointer, isRecord, type Path } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import { resolve } from '../contract/references.ts'
import { listMarks } from '../contract/rules.ts'
import type { Specs } from '../contract/specs.ts'

/** Cases that cite a decision of the schemas, where no schema on the way to their `path` carries it. */
export function checkCited(specs: Specs): Problem[] {
  const inSchemas = new Set(
    listMarks(specs, 'x-decision').flatMap(({ file, id }) =>
      file.startsWith('schemas/') ? [id] : [],
    ),
  )
  const schemas = new Set(listExamples(specs).map(({ schema }) => schema))
  return [...schemas].flatMap((schema) => {
    const file = `schemas/${schema}.yaml`
    return Object.entries(readCases(specs, schema)).flatMap(([key, said]) => {
      if (!isRecord(said) || typeof said.path !== 'string') return []
      const carried = marksOnTheWay(specs, { file, path: [] }, fromPointer(said.path))
      const lost = [said.rule]
        .flat()
        .find((id) => typeof id === 'string' && inSchemas.has(id) && !carried.has(id))
      const finding = {
        rule: 'cases/not-carried',
        message: `This case cites ${String(lost)}, and no part of ${file} that leads to '${said.path}' carries it.`,
        fix: `Write x-decision: ${String(lost)} on that part, or cite what it carries: ${[...carried].join(', ') || 'nothing yet'}.`,
      }
      const cases = specs.files.get(casesFile(schema))
      return lost === undefined || !cases ? [] : [cases.problem([key, 'rule'], finding)]
    })
  })
}

type Place = { file: string; path: Path }

function marksOnTheWay(specs: Specs, place: Place, tokens: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = ({ file, path }: Place, rest: readonly string[]) => {
    const at = resolve(specs, file, path)
    if (!isRecord(at.value)) return
    const node = at.value
    for (const id of [node['x-decision']].flat()) if (typeof id === 'string') found.add(id)
    const go = (step: Path, left: readonly string[]) =>
      visit({ file: at.file, path: [...at.path, ...step] }, left)
    for (const key of ['allOf', 'anyOf', 'oneOf'])
      for (const index of listOf(node[key]).keys()) go([key, index], rest)
    for (const key of ['then', 'else']) if (key in node) go([key], rest)
    const [token, ...left] = rest
    if (token === undefined) return
    if (isRecord(node.properties) && token in node.properties) go(['properties', token], left)
    else if ('items' in node) go(['items'], left)
  }
  visit(place, tokens)
  return found
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
