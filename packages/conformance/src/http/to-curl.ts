import { type HeaderLine, missingBytes, type Outgoing, type Piece } from './exchange.ts'

/**
 * A command of a POSIX shell that sends the same method, headers and bytes with curl and prints the
 * answer. Nothing of a request can end the quotes that it stands in.
 */
export function toCurl(outgoing: Outgoing): string {
  const { url, shellUrl, method, body, pieces, stalls = false } = outgoing
  const isPaced = pieces !== undefined && !stalls
  const words = [
    'curl -sS -i',
    ...(/[[\]{}]/.test(url.href) ? ['-g'] : []),
    ...(method === 'GET' && body === null ? [] : [`-X ${quoteMethod(method)}`]),
    shellUrl === undefined ? quoteWord(url.href) : `"${shellUrl}"`,
    ...withDefaultsOff(outgoing).map((line) => `-H ${quoteHeader(line)}`),
  ]
  if (body === null) return words.join(' ')
  if (stalls) {
    words.push(`-H 'Content-Length: ${body.length + missingBytes}'`, '-m 30')
  }
  if (isPaced) {
    words.push(`-H 'Content-Length: ${body.length}'`, "-H 'Transfer-Encoding:'", "-H 'Expect:'")
    return `{ ${pieces.flatMap(printPiece).join('; ')}; } | ${words.join(' ')} -T -`
  }
  if (isPlain(body)) return `${words.join(' ')} --data-binary ${quoteWord(decode(body))}`
  return `{ ${printBytes(body)}; } | ${words.join(' ')} --data-binary @-`
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const quoteMethod = (method: string) => (/^[A-Z]+$/.test(method) ? method : quoteWord(method))

/** `curl` adds a content type to a body unless told otherwise. */
function withDefaultsOff({ headers, body }: Outgoing): readonly HeaderLine[] {
  const name = 'Content-Type'
  const has = headers.some(([one]) => one.toLowerCase() === name.toLowerCase())
  return body === null || has ? headers : [...headers, [name, '']]
}

function quoteHeader([name, value, shell]: HeaderLine): string {
  if (shell !== undefined) return `"${name}: ${shell}"`
  const isLeftOut = value === '' && name === 'Content-Type'
  if (value === '') return quoteWord(isLeftOut ? `${name}:` : `${name};`)
  if (/^[\x20-\x7e]*$/.test(value)) return quoteWord(`${name}: ${value}`)
  return `"$(${printBytes(Buffer.from(`${name}: ${value}`, 'latin1'))})"`
}

function printPiece({ bytes, pauseMs }: Piece): string[] {
  return [...(pauseMs > 0 ? [`sleep ${pauseMs / 1000}`] : []), printBytes(bytes)]
}

/** Any text as one word of a POSIX shell. */
const quoteWord = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Whether bytes can stand in quotes as they are: printable ASCII, and nothing that curl reads as a file. */
const isPlain = (bytes: Uint8Array) =>
  bytes[0] !== 0x40 &&
  bytes.every((byte) => byte >= 0x20 && byte < 0x7f) &&
  !partsOf(bytes).some(isRun)

/** Commands of a POSIX shell that print the bytes exactly; long runs of one byte stay short. */
const printBytes = (bytes: Uint8Array): string => partsOf(bytes).map(printPart).join('; ')

function printPart(bytes: Uint8Array): string {
  const [first = 0] = bytes
  if (isRun(bytes)) return `head -c ${bytes.length} /dev/zero | tr '\\0' '${toFormat(first)}'`
  const format = Array.from(bytes, toFormat).join('')
  // A hyphen in front would begin an option.
  return `printf '${format.replace(/^-/, '\\055')}'`
}

/** A byte in a format of `printf`, or a set of `tr`, within single quotes. */
function toFormat(byte: number): string {
  const character = String.fromCharCode(byte)
  if (character === '%') return '%%'
  if (byte < 0x20 || byte > 0x7e || character === "'" || character === '\\') {
    return `\\${byte.toString(8).padStart(3, '0')}`
  }
  return character
}

/** From how many equal bytes on a run is worth a command of its own. */
const runLength = 128

const isRun = (bytes: Uint8Array) =>
  bytes.length >= runLength && bytes.every((byte) => byte === bytes[0])

/** The bytes in parts, at least one: long runs of one byte, and what is between them. */
function partsOf(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = []
  let start = 0
  for (let from = 0; from < bytes.length; ) {
    const next = bytes.subarray(from).findIndex((byte) => byte !== bytes[from])
    const to = next === -1 ? bytes.length : from + next
    if (to - from >= runLength) {
      if (from > start) parts.push(bytes.subarray(start, from))
      parts.push(bytes.subarray(from, to))
      start = to
    }
    from = to
  }
  if (start < bytes.length || parts.length === 0) parts.push(bytes.subarray(start))
  return parts
}
