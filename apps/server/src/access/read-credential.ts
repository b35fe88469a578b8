import { headerLines } from '@partner-platform/settings'
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
  const names = operation.security.flat()
  const sent = names.map((name) => ({ name, lines: headerLines(rawHeaders, headerOf(name)) }))
  const found = sent.filter(({ lines }) => lines.length > 0)
  if (found.some(({ lines }) => lines.length > 1)) return undefined
  const keys = found.map(({ name, lines }) => keyIn(name, lines[0] ?? ''))
  return keys.every((key) => key === keys[0]) ? keys[0] : undefined
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
