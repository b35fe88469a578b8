const id = String.raw`(?:D-\d+|\d+(?:\.[\w-]+)*|[FI]\d+)`
// The source has nine sections; what begins with a longer number, such as an address, is no list.
const list = new RegExp(String.raw`^(?!\d{2})(${id}(?:, ${id})*)(?=[\s:]|$)`)
const isFaultOrInvariant = (token: string) => /^[FI]\d/.test(token)
const isPlainNumber = (token: string) => /^\d+$/.test(token)

/**
 * The ids of statements and decisions that a title of a test or of its `describe` begins with, such as
 * `5.4` and `D-002` of `'5.4, D-002 rejects …'`. Faults and invariants (`F6`, `I3`) stand in such a
 * list too and are none; a title that begins with a plain number cites nothing.
 */
export function rulesOfTitle(title: string): string[] {
  const tokens = list.exec(title)?.[1]?.split(', ') ?? []
  const cited = tokens.filter((token) => !isFaultOrInvariant(token))
  return cited.every(isPlainNumber) ? [] : cited
}
