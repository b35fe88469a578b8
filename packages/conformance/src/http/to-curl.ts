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
function isPlain(bytes: Uint8Array): boolean {
  return bytes[0] !== 0x40 && bytes.every((byte) => byte >= 0x20 && byte < 0x7f) && !hasRun(bytes)
}

/** Commands of a POSIX shell that print the bytes exactly; long runs of one byte stay short. */
function printBytes(bytes: Uint8Array): string {
  const commands: string[] = []
  let at = 0
  for (const run of runsOf(bytes)) {
    if (run.from > at) commands.push(printPart(bytes.subarray(at, run.from)))
    commands.push(printRun(run.byte, run.to - run.from))
    at = run.to
  }
  if (at < bytes.length || commands.length === 0) commands.push(printPart(bytes.subarray(at)))
  return commands.join('; ')
}

function printPart(bytes: Uint8Array): string {
  const format = Array.from(bytes, toFormat).join('')
  // A hyphen in front would begin an option.
  return `printf '${format.startsWith('-') ? `\\055${format.slice(1)}` : format}'`
}

const printRun = (byte: number, length: number) =>
  `head -c ${length} /dev/zero | tr '\\0' '${toFormat(byte)}'`

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

type Run = { byte: number; from: number; to: number }

const hasRun = (bytes: Uint8Array) => !runsOf(bytes).next().done

function* runsOf(bytes: Uint8Array): Generator<Run> {
  for (let from = 0; from < bytes.length; ) {
    const byte = bytes[from] ?? 0
    let to = from + 1
    while (bytes[to] === byte) to++
    if (to - from >= runLength) yield { byte, from, to }
    from = to
  }
}
