import { messages } from '@partner-platform/types'

const { headers } = messages.submissionUpdated

type HeaderName = keyof typeof headers

function headerOf(schema: (typeof headers)[HeaderName]['schema']): HeaderName {
  const names = Object.keys(headers) as HeaderName[]
  const name = names.find((one) => headers[one].schema === schema)
  if (name) return name
  throw new TypeError(`No header has the schema ${schema}. Generate the types again.`)
}

/** Name of the header with the media type of the body. */
export const contentTypeHeader = headerOf('SubmissionUpdatedContentTypeHeader')
/** Name of the header with the signature. */
export const signatureHeader = headerOf('PlatformSignature')
/** Name of the header with the event's name. It is not signed. */
export const eventHeader = headerOf('PlatformEvent')

/**
 * Headers in any usual form: `Headers`, Node's `request.headers` or `headersDistinct`, a plain
 * record, a `Map`, or `[name, value]` pairs, one per line on the wire.
 */
export type HeadersInput =
  | Headers
  | Iterable<readonly [string, string]>
  | { readonly [name: string]: string | readonly string[] | undefined }

/** One entry per line, its name in lower case; values are unchecked. */
export type HeaderLines = readonly (readonly [name: string, value: unknown])[]

/** A copy of all lines of headers in any form; empty if they cannot be read. */
export function toHeaderLines(headers: unknown): HeaderLines {
  if (typeof headers !== 'object' || headers === null) return []
  const lines: [string, unknown][] = []
  try {
    for (const entry of entriesOf(headers)) {
      if (!Array.isArray(entry) || typeof entry[0] !== 'string') continue
      const name = entry[0].toLowerCase()
      const values: unknown[] = Array.isArray(entry[1]) ? entry[1] : [entry[1]]
      for (const value of values) if (value != null) lines.push([name, value])
    }
    return lines
  } catch {
    return []
  }
}

const entriesOf = (headers: object): Iterable<unknown> =>
  typeof (headers as Partial<Iterable<unknown>>)[Symbol.iterator] === 'function'
    ? (headers as Iterable<unknown>)
    : Object.entries(headers)

/**
 * The value of the line with that name, or `undefined`. Several lines give a list, which no grammar
 * accepts.
 */
export function headerLine(lines: HeaderLines, name: string): unknown {
  const wanted = name.toLowerCase()
  const values: unknown[] = []
  for (const [one, value] of lines) if (one === wanted) values.push(value)
  return values.length > 1 ? values : values[0]
}

/** The lines whose value is text, as in every real server. */
export const textLines = (lines: HeaderLines) =>
  lines.filter((line): line is readonly [string, string] => typeof line[1] === 'string')
