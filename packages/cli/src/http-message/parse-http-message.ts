import type { HttpMessage } from './http-message.ts'

type Parsed = { ok: true; message: HttpMessage } | { ok: false; problem: string }

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const firstLine = new RegExp(`^(${token}) (\\S+) HTTP/(?:1\\.[01]|[23](?:\\.0)?)$`)
const headerLine = new RegExp(`^(${token}):[ \\t]*(.*?)[ \\t]*$`)
// What a header value may hold on the wire; read as Latin-1, a byte is a character.
const headerValue = /^[\t\u0020-\u007e\u0080-\u00ff]*$/

/**
 * A request from a file: CRLF or LF between the lines of its head, and behind the first blank line the
 * body, to the last byte. Total: what is none is told as a problem, without a part of it.
 */
export function parseHttpMessage(bytes: Uint8Array): Parsed {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findHeadEnd(buffer)
  if (!end) return wrong('a blank line between head and body', 'none')
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
  problem: `expected ${expected}, received ${received}`,
})
