import { headerLines } from '@partner-platform/http-edge'
import { securitySchemes } from '@partner-platform/types'
import type { Operation } from '../contract/surface.ts'

type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: 'bearer' }
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string }

const schemes: Readonly<Record<string, SecurityScheme>> = securitySchemes

/** Names of the request headers that can carry a key. */
export const credentialHeaders = (operations: readonly Operation[]) =>
  operations.flatMap(({ security }) => security.flat().map((name) => headerOf(schemeNamed(name))))

/**
 * The key that a request carries, or `undefined` if it is missing, repeated or malformed, or if two
 * headers disagree.
 * @see specs/decisions/ D-019
 */
export function readCredential(
  operation: Operation,
  rawHeaders: readonly string[],
): string | undefined {
  let key: string | undefined
  for (const names of operation.security)
    for (const name of names) {
      const scheme = schemeNamed(name)
      const [line, ...repeated] = headerLines(rawHeaders, headerOf(scheme))
      if (line === undefined) continue
      const sent = scheme.type === 'apiKey' ? line : readBearer(line)
      if (repeated.length > 0 || sent === undefined || (key !== undefined && key !== sent))
        return undefined
      key = sent
    }
  return key
}

/** The token of an `Authorization: Bearer` header; `undefined` for any other value. */
export const readBearer = (line: string) => /^bearer +([!-~]+)$/i.exec(line)?.[1]

// HTTP authentication schemes all use this one header (RFC 9110, 11.6.2).
const headerOf = (scheme: SecurityScheme) =>
  scheme.type === 'apiKey' ? scheme.name : 'authorization'

function schemeNamed(name: string): SecurityScheme {
  const scheme = schemes[name]
  if (scheme) return scheme
  throw new TypeError(`Security scheme ${name} is missing. Regenerate from the document.`)
}
