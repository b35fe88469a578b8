import { type HeaderLine, missingBytes, type Outgoing, type Piece } from './exchange.ts'

/**
 * A command of a POSIX shell that sends the same method, headers and bytes with curl and prints the
 * answer. Nothing in a request can end the quotes around it.
 */
export function toCurl(outgoing: Outgoing): string {
  const { url, shellUrl, method, headers, body, pieces, stalls = false } = outgoing
  const words = [
    'curl -sS -i',
    ...(/[[\]{}]/.test(url.href) ? ['-g'] : []),
    ...(method === 'GET' && body === null ? [] : [`-X ${quoteMethod(method)}`]),
    shellUrl === undefined ? quoteWord(url.href) : `"${shellUrl}"`,
    ...headers.map((line) => `-H ${quoteHeader(line)}`),
  ]
  if (body === null) return words.join(' ')
  // curl adds a content type to a body by default.
  if (!headers.some(([name]) => /^content-type$/i.test(name))) words.push("-H 'Content-Type:'")
  if (stalls) words.push(`-H 'Content-Length: ${body.length + missingBytes}'`, '-m 30')
  else if (pieces) {
    words.push(`-H 'Content-Length: ${body.length}'`, "-H 'Transfer-Encoding:'", "-H 'Expect:'")
    return `{ ${pieces.flatMap(printPiece).join('; ')}; } | ${words.join(' ')} -T -`
  }
  const text = toText(body)
  // A text that begins with @ names a file.
  const isPlain = /^(?!@)[ -~]*$/.test(text) && !longRun.test(text)
  if (isPlain) return `${words.join(' ')} --data-binary ${quoteWord(text)}`
  return `{ ${printText(text)}; } | ${words.join(' ')} --data-binary @-`
}

/** Bytes as text, one character for each. */
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

const quoteMethod = (method: string) => (/^[A-Z]+$/.test(method) ? method : quoteWord(method))

function quoteHeader([name, value, shell]: HeaderLine): string {
  if (shell !== undefined) return `"${name}: ${shell}"`
  if (value === '') return quoteWord(`${name};`)
  const line = `${name}: ${value}`
  return /^[ -~]*$/.test(line) ? quoteWord(line) : `"$(${printText(line)})"`
}

const printPiece = ({ bytes, pauseMs }: Piece): string[] => [
  ...(pauseMs > 0 ? [`sleep ${pauseMs / 1000}`] : []),
  printText(toText(bytes)),
]

/** Any text as one word of a POSIX shell. */
const quoteWord = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A run of one byte that is worth a command of its own. */
const longRun = /(([\s\S])\2{127,})/

/** Commands of a POSIX shell that print the bytes exactly; long runs of one byte stay short. */
function printText(text: string): string {
  // Between the parts without a run stands each run, followed by its byte.
  const commands = text.split(longRun).map((part, at) => {
    if (at % 3 === 2 || (part === '' && text !== '')) return ''
    if (at % 3 === 1)
      return `head -c ${part.length} /dev/zero | tr '\\0' '${toFormat(part.charAt(0))}'`
    // A hyphen in front would begin an option.
    return `printf '${Array.from(part, toFormat).join('').replace(/^-/, '\\055')}'`
  })
  return commands.filter((command) => command !== '').join('; ')
}

/** A byte in a format of `printf`, or a set of `tr`, within single quotes. */
function toFormat(byte: string): string {
  if (byte === '%') return '%%'
  const isPlain = /^[ -~]$/.test(byte) && byte !== "'" && byte !== '\\'
  return isPlain ? byte : `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`
}
