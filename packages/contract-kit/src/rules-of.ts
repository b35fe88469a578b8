import { type Shape, ShapeError } from './shape.ts'

const rulePattern = /^(D-\d{3}|\d+(\.[\w-]+)*)$/
const separator = ', '

/** A rule as tables write it, one id or a list of them, read as one text that suits a test's title. */
export const rule: Shape<string> = (value, path) => {
  const ids: unknown[] = Array.isArray(value) ? value : [value]
  const isRule = (id: unknown) => typeof id === 'string' && rulePattern.test(id)
  if (ids.length > 0 && ids.every(isRule)) return ids.join(separator)
  throw new ShapeError(path, "a rule such as '5.4' or D-002, or a list of them", value)
}

type Ruled = { readonly rule: string }

/**
 * The ids of the rules that a row, an example or a list of either rests on, each once, in order.
 * `'5.4'` is item 4 of section 5 of the source, `D-002` the record in `specs/decisions`.
 */
export function rulesOf(rows: Ruled | readonly Ruled[]): string[] {
  const list = 'rule' in rows ? [rows] : rows
  return [...new Set(list.flatMap((row) => row.rule.split(separator)))]
}
