import { type HeaderLine, missingBytes, type Outgoing, type Piece } from './outgoing.ts'
import { isPlain, printBytes, quoteWord } from './quote.ts'

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

/** `curl` adds a content type to a body unless it is told to leave it out. */
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
