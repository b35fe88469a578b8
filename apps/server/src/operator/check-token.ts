import { createHash, timingSafeEqual } from 'node:crypto'
import { headerLines } from '@partner-platform/http-edge'

const shortestToken = 32

/**
 * Tells whether a request carries the operator token, in one `Authorization` line. Throws a `TypeError`
 * for a token that could be guessed, or that no header can carry.
 */
export function createTokenCheck(token: string): (rawHeaders: readonly string[]) => boolean {
  if (token.length < shortestToken || !/^[!-~]+$/.test(token)) {
    throw new TypeError(
      `Operator token is wrong: expected at least ${shortestToken} characters of visible ASCII, received ${token.length} characters. Make one with a password generator.`,
    )
  }
  const expected = toDigest(token)
  return (rawHeaders) => {
    // HTTP authentication schemes all use this one header (RFC 9110, 11.6.2).
    const [line = '', ...others] = headerLines(rawHeaders, 'authorization')
    const sent = /^bearer +([!-~]+)$/i.exec(line)?.[1] ?? ''
    // Digests are of one length, so that the time to compare says nothing of the token.
    return timingSafeEqual(toDigest(sent), expected) && others.length === 0
  }
}

const toDigest = (text: string) => createHash('sha256').update(text).digest()
