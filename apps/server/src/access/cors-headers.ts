import { headerNames } from '../contract/header-name.ts'
import type { Operation } from '../contract/operation.ts'
import { credentialHeaders } from './read-credential.ts'

/** How long a browser may keep the answer to a preflight request, in seconds. */
const preflightAgeSeconds = 600

type CorsHeaders = {
  /** For an answer that scripts of this origin may read. */
  forAnswer(allowOrigin: string | null): Record<string, string>
  /** For the answer to a preflight request. */
  forPreflight(allowOrigin: string, methods: readonly string[]): Record<string, string>
}

/** What a browser must be told so that pages of an allowed origin can call these operations. */
export function createCorsHeaders(operations: readonly Operation[]): CorsHeaders {
  const readable = headerNames(operations).join(', ')
  const parameters = operations.flatMap((operation) => Object.keys(operation.parameters.header))
  const sendable = [...new Set([...credentialHeaders(operations), ...parameters])].join(', ')
  return {
    forAnswer: (allowOrigin) =>
      allowOrigin === null
        ? {}
        : {
            'access-control-allow-origin': allowOrigin,
            'access-control-expose-headers': readable,
          },
    forPreflight: (allowOrigin, methods) => ({
      'access-control-allow-origin': allowOrigin,
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': sendable,
      'access-control-max-age': String(preflightAgeSeconds),
    }),
  }
}
