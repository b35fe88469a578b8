import { constants } from '@partner-platform/types'
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

/** Header lines of the old connection; a new connection sets its own. */
const ofConnection = [
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]

/** The header lines of a request that is sent again, over another connection. */
export const withoutConnection = (headers: HttpMessage['headers']): HttpMessage['headers'] =>
  headers.filter(([name]) => !ofConnection.includes(name.toLowerCase()))

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const firstLine = new RegExp(`^(${token}) (\\S+) HTTP/(?:1\\.[01]|[23](?:\\.0)?)$`)
const headerLine = new RegExp(`^(${token}):[ \\t]*(.*?)[ \\t]*$`)
// The bytes allowed in a header value; Latin-1 gives each byte one character.
const headerValue = /^[\t\u0020-\u007e\u0080-\u00ff]*$/

/** Reads a head with CRLF or LF line ends, a blank line, then the body. The error quotes nothing. */
function parseHttpMessage(bytes: Buffer, path: string): HttpMessage {
  const wrong = (problem: string) =>
    new CliError(
      'not-a-request',
      `${path} is not a saved HTTP request: ${problem}. Save one with partner-platform listen --record FOLDER.`,
    )
  const [end] = ['\r\n\r\n', '\n\n']
    .map((text) => ({ at: bytes.indexOf(text), length: text.length }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
  if (!end) throw wrong('it has no blank line between head and body')
  const [first = '', ...lines] = bytes.toString('latin1', 0, end.at).split(/\r?\n/)
  const [, method, target] = firstLine.exec(first) ?? []
  if (method === undefined || target === undefined) {
    const isResponse = /^HTTP\//.test(first)
    throw wrong(
      isResponse
        ? 'it is a response'
        : 'it does not start with a request line such as POST /webhooks HTTP/1.1',
    )
  }
  const headers = lines.map((line, index) => {
    const [, name, value] = headerLine.exec(line) ?? []
    if (name !== undefined && value !== undefined && headerValue.test(value)) {
      return [name, value] as const
    }
    throw wrong(`line ${index + 2} is not a header in the form name: value`)
  })
  return { method, target, headers, body: new Uint8Array(bytes.subarray(end.at + end.length)) }
}

/** The bytes of a saved request. Header values beyond ASCII keep their bytes. */
export function formatHttpMessage({ method, target, headers, body }: HttpMessage): Buffer {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

/** Size limit of a saved body: above the limit of a delivery, to show one that is too large. */
export const savedBodyLimitBytes = 16 * constants.bodyLimitBytes
const headLimitBytes = 65_536

/** A saved request. Throws a `CliError` that names the file if it is not one. */
export async function readHttpFile(path: string): Promise<HttpMessage> {
  const limitBytes = savedBodyLimitBytes + headLimitBytes
  return parseHttpMessage(await readFile(path, { what: 'a saved request', limitBytes }), path)
}
