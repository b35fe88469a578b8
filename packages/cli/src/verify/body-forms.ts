import type { FindingCode } from './findings.ts'
import { printJson } from './print-json.ts'

/** A body that may have been signed in place of the one that is there. */
export type BodyForm = { code: FindingCode | null; as: string; bytes: Buffer }

/** What the head of a request says of its body. */
export type BodyFacts = { announcedBytes?: number | null; isChunked?: boolean }

/** The body as it is, then every form that programs turn bodies into, without those that are the same. */
export function bodyForms(
  body: Buffer,
  { announcedBytes = null, isChunked = false }: BodyFacts = {},
): BodyForm[] {
  const forms: BodyForm[] = [{ code: null, as: 'as it is', bytes: body }]
  const add = (code: FindingCode, as: string, bytes: Buffer | string) =>
    forms.push({ code, as, bytes: Buffer.from(bytes) })
  if (announcedBytes !== null && announcedBytes < body.length) {
    add('body-longer', `its first ${announcedBytes} bytes`, body.subarray(0, announcedBytes))
  }
  const joined = isChunked ? joinChunks(body) : Buffer.of()
  if (joined.length > 0) add('body-chunked', 'its chunks joined', joined)
  const text = body.toString()
  // Before the others: what they leave out as white space is a byte order mark too.
  add('body-bom', 'with a byte order mark', `\ufeff${text}`)
  add('body-bom', 'without a byte order mark', text.replace(/^\ufeff/, ''))
  for (const [as, line] of lineEndForms(text)) add('body-line-end', as, line)
  add('body-trimmed', 'trimmed', text.trim())
  for (const [as, printed] of printJson(text)) {
    add('body-reserialised', as, printed)
    add('body-reserialised', `${as}, and a line end`, `${printed}\n`)
  }
  add('body-encoding', 'read as Latin-1, written as UTF-8', body.toString('latin1'))
  add('body-encoding', 'written as Latin-1', Buffer.from(text, 'latin1'))
  add('body-encoding', 'composed characters (NFC)', text.normalize('NFC'))
  add('body-encoding', 'decomposed characters (NFD)', text.normalize('NFD'))
  add('body-encoding', 'UTF-16', Buffer.from(text, 'utf16le'))
  add('body-quoted', 'a JSON string', JSON.stringify(text))
  add('body-quoted', 'what the JSON string holds', unquote(text))
  add('body-empty', 'empty', '')
  const firstOf = new Map<string, BodyForm>()
  for (const form of forms) {
    const key = form.bytes.toString('latin1')
    if (!firstOf.has(key)) firstOf.set(key, form)
  }
  return [...firstOf.values()]
}

/** What a body in chunks holds, as far as they can be followed. */
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
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
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
