import { type Draft, fillText } from './draft.ts'
import { methodOf, type OperationNames } from './name-operation.ts'
import { statuses, type Text, texts } from './operation-kinds.ts'
import { toCamel, toKebab, toPascal, toSentence, toWords, withArticle } from './words.ts'

export type Item = { uuid: string; name: string }

export const newItem = { uuid: '3f1c2a52-6f0e-4d0b-9a58-0f6f3f2b7c11' }
/** The identifier of a thing that does not exist. */
export const otherUuid = '00000000-0000-4000-8000-000000000000'

/** A thing as an earlier operation has it, perhaps with more fields by now. */
export const readItem = (draft: Draft, kebab: string): Item =>
  JSON.parse(draft.read(`specs/examples/${kebab}/valid/${kebab}.json`))

export type OperationValues = ReturnType<typeof toValues>

/** An operation to draft: its names, the texts for its templates, and one of its things. */
export type Operation = { names: OperationNames; values: OperationValues; item: Item }

export function toValues(
  { id, kind, path, verb, one, many, keys }: OperationNames,
  { decision, item }: { decision: string; item: Item },
) {
  const words = {
    verb,
    Verb: toSentence([verb]),
    things: many.join(' '),
    thing: one.join(' '),
    'a thing': withArticle(one).toLowerCase(),
  }
  const says = Object.fromEntries(
    Object.entries(texts[kind]).map(([name, text]) => [name, fillText(text, words)]),
  ) as Record<Text, string>
  const file = toKebab(toWords(id))
  return {
    ...words,
    id,
    path,
    file,
    decision,
    ...item,
    otherUuid,
    ...says,
    method: methodOf(kind),
    status: String(statuses[kind]),
    list: toCamel(many),
    one: toCamel(one),
    example: toCamel(kind === 'list' ? many : one),
    create: `create${toPascal(toWords(id))}`,
    key: keys.at(-1) ?? '',
    Operation: toPascal(toWords(id)),
    Tag: toSentence(many),
    Thing: toPascal(one),
    'thing-kebab': toKebab(one),
    'things-kebab': toKebab(many),
    envelope: kind === 'list' ? `${toKebab(one)}-list` : `${file}-response`,
  }
}
