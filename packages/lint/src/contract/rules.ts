import { type Entry, entriesOf, isRecord, objectsIn, toNodeName, valueAt } from './pointer.ts'
import { documentFiles } from './references.ts'
import { isDecision, type Specs } from './specs.ts'

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

/** A file in `decisions/`: the id in its name, and its unchecked front matter. */
export type Decision = { id: string; file: string; front: Record<string, unknown> }

export const readDecisions = ({ files }: Specs): Decision[] =>
  [...files.values()].flatMap(({ file, value }) => {
    if (!isDecision(file)) return []
    const id = /^decisions\/(D-\d{3})-[a-z0-9-]+\.md$/.exec(file)?.[1] ?? ''
    return [{ id, file, front: isRecord(value) ? value : {} }]
  })

/** The ids that a rule may have: the ids of statements and decisions. */
export const listRules = (specs: Specs): Set<string> =>
  new Set([
    ...readStatements(specs).map(({ id }) => id),
    ...readDecisions(specs).map(({ id }) => id),
  ])

/** A place in a document that names statements or decisions. */
export type Mark = { file: string; path: (string | number)[]; id: string }

/** The entries of `x-constants` of a document, by name. */
const constantsOf = (document: unknown): [string, Record<string, unknown>][] =>
  entriesOf(valueAt(document, ['x-constants'])).flatMap(([name, one]) =>
    isRecord(one) ? [[name, one]] : [],
  )

/** Every id that the documents carry under `x-source` or `x-decision`. */
export function listMarks(specs: Specs, key: 'x-source' | 'x-decision'): Mark[] {
  return documentFiles(specs).flatMap((file) => {
    const document = specs.files.get(file)?.value
    const constants = constantsOf(document).map(
      ([name, one]): Entry => [one, ['x-constants', name]],
    )
    return [...objectsIn(document), ...constants].flatMap(([object, path]) =>
      [object[key]].flat().flatMap((id, index) => {
        if (typeof id !== 'string') return []
        const at = Array.isArray(object[key]) ? [key, index] : [key]
        return [{ file, path: [...path, ...at], id }]
      }),
    )
  })
}

function groupById<Item>(entries: readonly (readonly [id: string, item: Item])[]) {
  const groups = new Map<string, Item[]>()
  for (const [id, item] of entries) groups.set(id, [...(groups.get(id) ?? []), item])
  return groups
}

/** The nodes that carry each statement and each decision: `<file>#/<pointer>` by id. */
export const listCarriers = (specs: Specs): Map<string, string[]> =>
  groupById(
    (['x-source', 'x-decision'] as const).flatMap((key) =>
      listMarks(specs, key).map(
        ({ file, path, id }) =>
          [id, toNodeName(file, path.slice(0, path.lastIndexOf(key)))] as const,
      ),
    ),
  )

/** The decisions that answer each statement, by its id. */
export const listAnswers = (specs: Specs): Map<string, string[]> =>
  groupById(
    readDecisions(specs).flatMap(({ id, front }) =>
      texts(front.answers).map((statement) => [statement, id] as const),
    ),
  )

/** A place in an example's case or in a row of vectors that cites a statement or decision. */
export type Citation = { file: string; path: (string | number)[]; id: unknown }

/** Everything that cases and rows of vectors write under `rule`; unchecked. */
export const listCitations = ({ files }: Specs): Citation[] =>
  [...files.values()].flatMap(({ file, value }) => {
    const isCases = /^examples\/[^/]+\/cases\.yaml$/.test(file)
    const at = isCases ? [] : ['rows']
    const entries = isCases || file.startsWith('vectors/') ? valueAt(value, at) : undefined
    return Object.entries(Object(entries)).flatMap(([key, entry]) => {
      if (!isRecord(entry) || !('rule' in entry)) return []
      const path = [...at, isCases ? key : Number(key), 'rule']
      return Array.isArray(entry.rule)
        ? entry.rule.map((id: unknown, index) => ({ file, path: [...path, index], id }))
        : [{ file, path, id: entry.rule }]
    })
  })

/** The folders of examples and the tables of vectors that cite each statement and each decision. */
export function listShows(specs: Specs): Map<string, Set<string>> {
  const shows = listCitations(specs).flatMap(({ file, id }) =>
    typeof id === 'string' ? [[id, file.replace(/\/cases\.yaml$/, '')] as const] : [],
  )
  return new Map([...groupById(shows)].map(([id, places]) => [id, new Set(places)]))
}

export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** An entry of `x-constants`: its value, and the decisions that it rests on. */
export type Constant = { file: string; name: string; value: unknown; decisions: string[] }

export const readConstants = (specs: Specs): Constant[] =>
  documentFiles(specs).flatMap((file) =>
    constantsOf(specs.files.get(file)?.value).map(([name, one]) => {
      const decisions = texts([one['x-decision']].flat())
      return { file, name, value: one.value, decisions }
    }),
  )
