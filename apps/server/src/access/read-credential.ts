import { headerLines } from '@partner-platform/http-edge'
import { securitySchemes } from '@partner-platform/types'
import type { Operation } from '../contract/operation.ts'

type SecurityScheme =
  | { readonly type: 'http'; readonly scheme: 'bearer' }
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string }

const schemes: Readonly<Record<string, SecurityScheme>> = securitySchemes

/** Names of the request headers that can carry a key for these operations. */
export function credentialHeaders(operations: readonly Operation[]): string[] {
  const names = operations.flatMap(({ security }) => security.flat().map(headerOf))
  return [...new Set(names)]
}

/**
 * The one key that a request carries for an operation, or `undefined`: none is sent, a header is
 * repeated or malformed, or two headers disagree.
 * @see specs/decisions/ D-019
 */
export function readCredential(
  operation: Operation,
  rawHeaders: readonly string[],
): string | undefined {
  let key: string | undefined
  for (const alternative of operation.security) {
    for (const name of alternative) {
      const [line, ...repeated] = headerLines(rawHeaders, headerOf(name))
      if (line === undefined) continue
      const sent = repeated.length === 0 ? keyIn(name, line) : undefined
      if (sent === undefined || (key !== undefined && key !== sent)) return undefined
      key = sent
    }
  }
  return key
}

function keyIn(name: string, value: string): string | undefined {
  if (schemeNamed(name).type === 'apiKey') return value
  return /^bearer +([!-~]+)$/i.exec(value)?.[1]
}

function headerOf(name: string): string {
  const scheme = schemeNamed(name)
  // HTTP authentication schemes all use this one header (RFC 9110, 11.6.2).
  return scheme.type === 'apiKey' ? scheme.name : 'authorization'
}

function schemeNamed(name: string): SecurityScheme {
  const scheme = schemes[name]
  if (scheme) return scheme
  throw new TypeError(
    `Security scheme ${name} is missing: expected it in the document, received none. Regenerate from the document.`,
  )
}
