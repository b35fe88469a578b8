import type { SchemaSource } from '../arbitraries/arbitrary-of.ts'
import type { Request } from '../http/exchange.ts'
import type { Operation } from './read-operations.ts'

/** A request and the status that the contract owes it. */
export type RequestCase = {
  /** What is said of it, for the message of a failure and for the count of what was tried. */
  kind: string
  request: Request
  status: number
  /** Whether the request itself keeps to the document. */
  isDocumented: boolean
}

export type RequestWorld = {
  operation: Operation
  /** Those of all operations. */
  paths: readonly string[]
  source: SchemaSource
  /** A key of the server's environment, one of another, and one that was revoked. */
  keys: { own: string; other: string; revoked: string }
  allowedOrigin: string
  /** The entity tag that the answer has now, if it has one. */
  entityTag: string | undefined
}
