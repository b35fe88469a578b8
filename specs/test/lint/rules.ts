import { isRecord } from './pointer.ts'
import { documentFiles } from './references.ts'
import type { Specs } from './specs.ts'
import { visitObjects } from './visit.ts'

/** A line of `statements.yaml`, as far as it has the shape of one. */
export type Statement = { id: string; index: number; shown: boolean; answeredBy: string[] }

export function readStatements({ files }: Specs): Statement[] {
  const value = files.get('statements.yaml')?.value
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown, index) => {
    if (!isRecord(one) || typeof one.id !== 'string') return []
    return [{ id: one.id, index, shown: one.shown !== false, answeredBy: texts(one.answeredBy) }]
  })
}

/** A file in `decisions/`: its id by its name, and its front matter as it is. */
export type Decision = { id: string; file: string; front: Record<string, unknown> }

export function readDecisions({ records }: Specs): Decision[] {
  return [...records].map(([file, source]) => ({
    id: /^decisions\/(D-\d{3})-[a-z0-9-]+\.md$/.exec(file)?.[1] ?? '',
    file,
    front: isRecord(source.value) ? source.value : {},
  }))
}

/** The ids that a rule may have: those of statements and those of decisions. */
export const listRules = (specs: Specs): Set<string> =>
  new Set([
    ...readStatements(specs).map(({ id }) => id),
    ...readDecisions(specs).map(({ id }) => id),
  ])

/** A place in a document that names statements or decisions. */
export type Mark = { file: string; path: (string | number)[]; id: string }

/** Every id that the documents carry under `x-source` or `x-decision`. */
export function listMarks(specs: Specs, key: 'x-source' | 'x-decision'): Mark[] {
  return documentFiles(specs).flatMap((file) => {
    const marks: Mark[] = []
    const add = (object: Record<string, unknown>, path: readonly (string | number)[]) => {
      const value = object[key]
      if (typeof value === 'string') marks.push({ file, path: [...path, key], id: value })
      if (!Array.isArray(value)) return
      for (const [index, id] of value.entries()) {
        if (typeof id === 'string') marks.push({ file, path: [...path, key, index], id })
      }
    }
    const document = specs.files.get(file)?.value
    visitObjects(document, add)
    const constants = isRecord(document) ? document['x-constants'] : undefined
    for (const [name, one] of Object.entries(isRecord(constants) ? constants : {})) {
      if (isRecord(one)) add(one, ['x-constants', name])
    }
    return marks
  })
}

export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
