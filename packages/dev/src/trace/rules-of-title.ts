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

// An id by the eye of a reader, e.g. `d-017`, `D017` or `10.4`. An address of four numbers is none.
const seeming = String.raw`(?:[dD]-\d|[dD][_ ]?\d{2}|(?!\d+\.\d+\.\d+\.\d)\d{1,2}\.\w)`
const atStart = new RegExp(String.raw`^[^\w\s"']?(?:(?:[FI]\d+|\d)\W{1,3})*${seeming}`)
const afterList = new RegExp(String.raw`^\W{0,4}(?:(?:and|or) )?${seeming}`)

/** Whether a title begins like a list of ids of which some are not read as such. */
export function isMiswritten(title: string): boolean {
  const [read] = list.exec(title) ?? []
  return read === undefined ? atStart.test(title) : afterList.test(title.slice(read.length))
}
