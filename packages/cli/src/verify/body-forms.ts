import type { FindingCode, Mistake } from './findings.ts'

/** A body that may have been signed, and what went wrong if it was. */
export type BodyForm = { mistakes: readonly Mistake[]; bytes: Buffer }

type BodyFacts = { announcedBytes: number | null; isChunked: boolean }

/** The body as received, then each other form that programs turn bodies into, once. */
export function bodyForms(body: Buffer, { announcedBytes, isChunked }: BodyFacts): BodyForm[] {
  const text = body.toString()
  const lines = text.replaceAll('\r\n', '\n')
  const value = parse(text)
  const forms: (readonly [code: FindingCode | null, as: string, form: Buffer | string])[] = [
    [null, 'as received', body],
    ['body-longer', `${announcedBytes} bytes`, body.subarray(0, announcedBytes ?? undefined)],
    ['body-chunked', 'its chunks joined', isChunked ? joinChunks(body) : body],
    // Before the others: trimming removes a byte order mark too.
    ['body-bom', 'with a byte order mark', `\ufeff${text}`],
    ['body-bom', 'without a byte order mark', text.replace(/^\ufeff/, '')],
    ['body-line-end', 'with a final newline', `${text}\n`],
    ['body-line-end', 'with CRLF at the end', `${text}\r\n`],
    ['body-line-end', 'without the final newline', text.replace(/\r?\n$/, '')],
    ['body-line-end', 'LF between lines', lines],
    ['body-line-end', 'CRLF between lines', lines.replaceAll('\n', '\r\n')],
    ['body-trimmed', 'trimmed', text.trim()],
    ...printJson(value).flatMap(([as, printed]) => [
      ['body-reserialised', as, printed] as const,
      ['body-reserialised', `${as}, with a final newline`, `${printed}\n`] as const,
    ]),
    ['body-encoding', 'read as Latin-1, written as UTF-8', body.toString('latin1')],
    ['body-encoding', 'written as Latin-1', Buffer.from(text, 'latin1')],
    ['body-encoding', 'composed characters (NFC)', text.normalize('NFC')],
    ['body-encoding', 'decomposed characters (NFD)', text.normalize('NFD')],
    ['body-encoding', 'UTF-16', Buffer.from(text, 'utf16le')],
    ['body-quoted', 'a JSON string', JSON.stringify(text)],
    ['body-quoted', 'the content of the JSON string', typeof value === 'string' ? value : text],
    ['body-empty', 'empty', ''],
  ]
  const firstOf = new Map<string, BodyForm>()
  for (const [code, as, form] of forms) {
    const bytes = Buffer.from(form as string)
    const key = bytes.toString('latin1')
    if (!firstOf.has(key))
      firstOf.set(key, { bytes, mistakes: code === null ? [] : [{ code, as }] })
  }
  return [...firstOf.values()]
}

/** The content of a chunked body, up to the first invalid chunk; the body itself if no chunk is valid. */
function joinChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at)
    const [, digits] = /^([0-9a-f]{1,8})(?:;.*)?$/i.exec(body.toString('latin1', at, end)) ?? []
    const size = end < 0 || digits === undefined ? 0 : Number.parseInt(digits, 16)
    if (size === 0) break
    chunks.push(body.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
  return chunks.length > 0 ? Buffer.concat(chunks) : body
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** JSON as several languages print it; empty for `undefined`. */
function printJson(value: unknown): [as: string, text: string][] {
  if (value === undefined) return []
  try {
    const compact = JSON.stringify(value)
    const sorted = sort(value)
    const printed: [string, string][] = [
      ['compact', compact],
      ['indented by 2', JSON.stringify(value, null, 2)],
      ['indented by 4', JSON.stringify(value, null, 4)],
      ['indented by tabs', JSON.stringify(value, null, '\t')],
      ['with spaces, as Python prints', addSpaces(compact)],
      ['compact, as Go prints', compact.replaceAll(/[<>&\u2028\u2029]/g, toEscape)],
      ['compact, with \\/ as PHP prints', compact.replaceAll('/', '\\/')],
      ['compact, sorted', JSON.stringify(sorted)],
      ['indented by 2, sorted', JSON.stringify(sorted, null, 2)],
      ['with spaces, sorted', addSpaces(JSON.stringify(sorted))],
    ]
    return printed.flatMap(([as, one]) => [
      [as, one],
      [`${as}, ASCII only`, one.replaceAll(/[\u0080-\uffff]/g, toEscape)],
    ])
  } catch (error) {
    // The JSON nests too deep to print, so nobody printed it.
    if (error instanceof RangeError) return []
    throw error
  }
}

/** Compact JSON with a space after each comma and colon between values. */
const addSpaces = (compact: string) =>
  compact.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[,:]/g, (token) =>
    token.length === 1 ? `${token} ` : token,
  )

function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, one]) => [key, sort(one)]))
}

const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
