import { constants } from '@partner-platform/types'
import { contentTypeHeader, eventHeader, signatureHeader } from '@partner-platform/webhooks'
import { CliError } from './errors.ts'
import { readFile } from './read-file.ts'

/** A request, received or to be sent: header lines in order, body bytes unchanged. */
export type HttpMessage = {
  method: string
  /** The text between method and version on the first line. */
  target: string
  headers: readonly (readonly [name: string, value: string])[]
  body: Uint8Array
}

/** The header lines of a webhook, by what they carry. */
export const contractHeaders = {
  contentType: contentTypeHeader,
  event: eventHeader,
  signature: signatureHeader,
}

type Parsed = { ok: true; message: HttpMessage } | { ok: false; problem: string }

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const firstLine = new RegExp(`^(${token}) (\\S+) HTTP/(?:1\\.[01]|[23](?:\\.0)?)$`)
const headerLine = new RegExp(`^(${token}):[ \\t]*(.*?)[ \\t]*$`)
// What a header value may contain. Read as Latin-1, each byte is one character.
const headerValue = /^[\t\u0020-\u007e\u0080-\u00ff]*$/

/**
 * A request from a file: head lines that end in CRLF or LF, a blank line, and the body to the last byte.
 * Never throws: `problem` says what is wrong and quotes nothing.
 */
export function parseHttpMessage(bytes: Uint8Array): Parsed {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findHeadEnd(buffer)
  if (!end) return wrong('a blank line between head and body', 'no end of the head')
  const [first = '', ...lines] = buffer.toString('latin1', 0, end.at).split(/\r?\n/)
  const [, method, target] = firstLine.exec(first) ?? []
  if (method === undefined || target === undefined) {
    const received = /^HTTP\//.test(first) ? 'a response' : 'something else'
    return wrong('a first line such as POST /webhooks HTTP/1.1', received)
  }
  const headers: [string, string][] = []
  for (const [index, line] of lines.entries()) {
    const [, name, value] = headerLine.exec(line) ?? []
    if (name === undefined || value === undefined || !headerValue.test(value)) {
      return wrong('a header such as name: value', `something else on line ${index + 2}`)
    }
    headers.push([name, value])
  }
  const body = new Uint8Array(buffer.subarray(end.at + end.length))
  return { ok: true, message: { method, target, headers, body } }
}

/** The first blank line, in either form of line ends. */
function findHeadEnd(buffer: Buffer): { at: number; length: number } | undefined {
  const ends = ['\r\n\r\n', '\n\n']
    .map((text) => ({ at: buffer.indexOf(text), length: text.length }))
    .filter(({ at }) => at >= 0)
  return ends.sort((one, other) => one.at - other.at)[0]
}

const wrong = (expected: string, received: string): Parsed => ({
  ok: false,
  problem: `${received} instead of ${expected}`,
})

/**
 * The bytes of a saved request: first line, header lines as received, blank line, body. Header values
 * beyond ASCII keep their bytes.
 */
export function formatHttpMessage({ method, target, headers, body }: HttpMessage): Buffer {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

/** Size limit of a saved body: above that of a delivery, to show one that is too large. */
export const savedBodyLimitBytes = 16 * constants.bodyLimitBytes
const headLimitBytes = 65_536

/** A saved request. Throws a `CliError` that names the file if it is not one. */
export async function readHttpFile(path: string): Promise<HttpMessage> {
  const limitBytes = savedBodyLimitBytes + headLimitBytes
  const parsed = parseHttpMessage(await readFile(path, { what: 'a saved request', limitBytes }))
  if (parsed.ok) return parsed.message
  throw new CliError(
    'not-a-request',
    `${path} is not a saved HTTP request: it has ${parsed.problem}. Save one with partner-platform listen --record FOLDER.`,
  )
}

/** The values of the header lines of that name. */
export function valuesOf({ headers }: Pick<HttpMessage, 'headers'>, wanted: string): string[] {
  const lower = wanted.toLowerCase()
  return headers.filter(([name]) => name.toLowerCase() === lower).map(([, value]) => value)
}
