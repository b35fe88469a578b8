/**
 * Headers in any usual form: `Headers`, Node's `request.headers` or `headersDistinct`, a plain
 * record, a `Map`, or `[name, value]` pairs, one per line on the wire.
 */
export type HeadersInput =
  | Headers
  | Iterable<readonly [string, string]>
  | { readonly [name: string]: string | readonly string[] | undefined }

/** One entry per line, its name in lower case; a value may be anything that the input held. */
export type HeaderLines = readonly (readonly [name: string, value: unknown])[]

/**
 * A copy of all lines of headers in any form; none of what is no headers at all, or throws while it
 * is read.
 */
export function toHeaderLines(headers: unknown): HeaderLines {
  try {
    return readLines(headers)
  } catch {
    return []
  }
}

function readLines(headers: unknown): HeaderLines {
  return entriesOf(headers).flatMap((entry) => {
    if (!Array.isArray(entry) || typeof entry[0] !== 'string') return []
    const name = entry[0].toLowerCase()
    const values: unknown[] = Array.isArray(entry[1]) ? entry[1] : [entry[1]]
    return values
      .filter((value) => value !== undefined && value !== null)
      .map((value) => [name, value] as const)
  })
}

/**
 * The value of the one line of that name, or `undefined`; where there are several, all of them as a
 * list, which no grammar accepts.
 */
export function headerLine(lines: HeaderLines, name: string): unknown {
  const wanted = name.toLowerCase()
  const values = lines.filter(([one]) => one === wanted).map(([, value]) => value)
  return values.length > 1 ? values : values[0]
}

/** The lines whose value is text, as those of every real server are. */
export const textLines = (lines: HeaderLines) =>
  lines.filter((line): line is readonly [string, string] => typeof line[1] === 'string')

function entriesOf(headers: unknown): unknown[] {
  if (typeof headers !== 'object' || headers === null) return []
  const iterable = headers as Partial<Iterable<unknown>>
  return typeof iterable[Symbol.iterator] === 'function'
    ? [...(headers as Iterable<unknown>)]
    : Object.entries(headers)
}
