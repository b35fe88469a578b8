import * as v from 'valibot'

const id = v.pipe(
  v.string(),
  v.regex(/^(D-\d{3}|\d+(\.[\w-]+)*)$/, "Invalid rule: Expected one such as '5.4' or D-002"),
)
const separator = ', '

/** A rule in a table: one id or a list of ids, read as one text that suits a test's title. */
export const rule = v.pipe(
  v.union([id, v.pipe(v.array(id), v.minLength(1))]),
  v.transform((ids) => [ids].flat().join(separator)),
)

type Ruled = { readonly rule: string }

/**
 * The ids of the rules behind a row, an example or a list of either, each once, in order. `'5.4'` is
 * item 4 of section 5 of the source, `D-002` the record in `specs/decisions`.
 */
export function rulesOf(rows: Ruled | readonly Ruled[]): string[] {
  const list = 'rule' in rows ? [rows] : rows
  return [...new Set(list.flatMap((row) => row.rule.split(separator)))]
}
