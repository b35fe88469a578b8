import { isRecord, toNodeName, visitObjects } from './pointer.ts'
import { documentFiles } from './references.ts'
import type { Specs } from './specs.ts'

/** A line of `statements.yaml`, as far as it has the shape of one. */
export type Statement = {
  id: string
  index: number
  says: string
  /** False for what the source says that it does not show. */
  shown: boolean
  /** As it is written. */
  holds: unknown
}

export function readStatements({ files }: Specs): Statement[] {
  const value = files.get('statements.yaml')?.value
  if (!Array.isArray(value)) return []
  return value.flatMap((one: unknown, index) => {
    if (!isRecord(one) || typeof one.id !== 'string') return []
    const { id, says, shown, holds } = one
    return [{ id, index, says: String(says), shown: shown !== false, holds }]
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

/** The nodes that carry each statement and each decision: `<file>#/<pointer>` by id. */
export function listCarriers(specs: Specs): Map<string, string[]> {
  const carriers = new Map<string, string[]>()
  for (const key of ['x-source', 'x-decision'] as const)
    for (const { file, path, id } of listMarks(specs, key)) {
      const node = toNodeName(file, path.slice(0, path.lastIndexOf(key)))
      carriers.set(id, [...(carriers.get(id) ?? []), node])
    }
  return carriers
}

/** The decisions that answer each statement, by its id. */
export function listAnswers(specs: Specs): Map<string, string[]> {
  const answers = new Map<string, string[]>()
  for (const { id, front } of readDecisions(specs))
    for (const statement of texts(front.answers))
      answers.set(statement, [...(answers.get(statement) ?? []), id])
  return answers
}

/** The folders of examples and the tables of vectors that cite each statement and each decision. */
export function listShows({ files }: Specs): Map<string, Set<string>> {
  const shows = new Map<string, Set<string>>()
  for (const { file, value } of files.values()) {
    const [, folder] = /^(examples\/[^/]+)\/cases\.yaml$/.exec(file) ?? []
    const isTable = file.startsWith('vectors/') && isRecord(value)
    const entries = folder && isRecord(value) ? Object.values(value) : isTable ? value.rows : []
    for (const entry of Array.isArray(entries) ? entries : [])
      for (const id of isRecord(entry) ? [entry.rule].flat() : [])
        if (typeof id === 'string') shows.set(id, (shows.get(id) ?? new Set()).add(folder ?? file))
  }
  return shows
}

export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** An entry of `x-constants`: its value, and the decisions that it rests on. */
export type Constant = { file: string; name: string; value: unknown; decisions: string[] }

/** The constants of all documents. */
export function readConstants(specs: Specs): Constant[] {
  return documentFiles(specs).flatMap((file) => {
    const document = specs.files.get(file)?.value
    const constants = isRecord(document) ? document['x-constants'] : undefined
    return Object.entries(isRecord(constants) ? constants : {}).flatMap(([name, one]) => {
      if (!isRecord(one)) return []
      const cited = one['x-decision']
      const decisions = typeof cited === 'string' ? [cited] : texts(cited)
      return [{ file, name, value: one.value, decisions }]
    })
  })
}
