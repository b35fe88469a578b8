import type { FindingCode } from './findings.ts'

/** A body that may have been signed in place of the one that is there. */
export type BodyForm = { code: FindingCode | null; as: string; bytes: Buffer }

/** What the head of a request says about its body. */
type BodyFacts = { announcedBytes?: number | null; isChunked?: boolean }

/** The body as received, then every other form that programs turn bodies into, each once. */
export function bodyForms(
  body: Buffer,
  { announcedBytes = null, isChunked = false }: BodyFacts = {},
): BodyForm[] {
  const isLonger = announcedBytes !== null && announcedBytes < body.length
  const start = body.subarray(0, announcedBytes ?? 0)
  const joined = isChunked ? joinChunks(body) : Buffer.of()
  const text = body.toString()
  const forms: (readonly [code: FindingCode | null, as: string, form: Buffer | string])[] = [
    [null, 'as received', body],
    ...(isLonger ? [['body-longer', `its first ${announcedBytes} bytes`, start] as const] : []),
    ...(joined.length > 0 ? [['body-chunked', 'its chunks joined', joined] as const] : []),
    // Before the others: what they leave out as white space is a byte order mark too.
    ['body-bom', 'with a byte order mark', `\ufeff${text}`],
    ['body-bom', 'without a byte order mark', text.replace(/^\ufeff/, '')],
    ...lineEndForms(text).map(([as, line]) => ['body-line-end', as, line] as const),
    ['body-trimmed', 'trimmed', text.trim()],
    ...printJson(text).flatMap(([as, printed]) => [
      ['body-reserialised', as, printed] as const,
      ['body-reserialised', `${as}, and a line end`, `${printed}\n`] as const,
    ]),
    ['body-encoding', 'read as Latin-1, written as UTF-8', body.toString('latin1')],
    ['body-encoding', 'written as Latin-1', Buffer.from(text, 'latin1')],
    ['body-encoding', 'composed characters (NFC)', text.normalize('NFC')],
    ['body-encoding', 'decomposed characters (NFD)', text.normalize('NFD')],
    ['body-encoding', 'UTF-16', Buffer.from(text, 'utf16le')],
    ['body-quoted', 'a JSON string', JSON.stringify(text)],
    ['body-quoted', 'the content of the JSON string', unquote(text)],
    ['body-empty', 'empty', ''],
  ]
  const firstOf = new Map<string, BodyForm>()
  for (const [code, as, form] of forms) {
    const bytes = Buffer.from(form as string)
    const key = bytes.toString('latin1')
    if (!firstOf.has(key)) firstOf.set(key, { code, as, bytes })
  }
  return [...firstOf.values()]
}

/** The content of a chunked body, as far as the chunks can be read. */
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
  return Buffer.concat(chunks)
}

function unquote(text: string): string {
  const value = parse(text)
  return typeof value === 'string' ? value : text
}

function lineEndForms(text: string): [as: string, text: string][] {
  const withoutLast = text.replace(/\r?\n$/, '')
  const lines = text.replaceAll('\r\n', '\n')
  return [
    ['a line end behind it', `${text}\n`],
    ['CRLF behind it', `${text}\r\n`],
    ['without the last line end', withoutLast],
    ['LF between lines', lines],
    ['CRLF between lines', lines.replaceAll('\n', '\r\n')],
  ]
}

/** JSON as several languages print it; empty if the text is not JSON. */
function printJson(text: string): [as: string, text: string][] {
  const value = parse(text)
  if (value === undefined) return []
  try {
    return printValue(value)
  } catch (error) {
    // Nested deeper than a printer can follow: nobody printed it.
    if (error instanceof RangeError) return []
    throw error
  }
}

function printValue(value: unknown): [as: string, text: string][] {
  const compact = JSON.stringify(value)
  const spaced = space(value)
  const printed: [string, string][] = [
    ['compact', compact],
    ['indented by 2', JSON.stringify(value, null, 2)],
    ['indented by 4', JSON.stringify(value, null, 4)],
    ['indented by tabs', JSON.stringify(value, null, '\t')],
    ['with spaces, as Python prints', spaced],
    ['compact, as Go prints', escapeHtml(compact)],
    ['compact, with \\/ as PHP prints', compact.replaceAll('/', '\\/')],
    ['compact, sorted', JSON.stringify(sort(value))],
    ['indented by 2, sorted', JSON.stringify(sort(value), null, 2)],
    ['with spaces, sorted', space(sort(value))],
  ]
  return printed.flatMap(([as, one]) => [
    [as, one],
    [`${as}, ASCII only`, toAscii(one)],
  ])
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** One line, with a space behind each comma and colon. */
function space(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(space).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${space(one)}`)
  return `{${members.join(', ')}}`
}

function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, one]) => [key, sort(one)]))
}

const escapeHtml = (text: string) => text.replaceAll(/[<>&\u2028\u2029]/g, toEscape)
const toAscii = (text: string) => text.replaceAll(/[\u0080-\uffff]/g, toEscape)

const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
