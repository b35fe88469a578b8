import type { Parser } from '../src/index.ts'
import * as validators from '../src/index.ts'

/** The parsers of a schema, by its name in the contract. */
export function parsersOf(schema: string): { sent: Parser<unknown>; received: Parser<unknown> } {
  const all: Record<string, unknown> = { ...validators }
  const sent = all[`parse${schema}Sent`]
  const received = all[`parse${schema}`] ?? all[`parse${schema}Received`]
  if (typeof sent === 'function' && typeof received === 'function') {
    return { sent: sent as Parser<unknown>, received: received as Parser<unknown> }
  }
  throw new TypeError(
    `Schema ${schema} has no parsers: expected parse${schema}Sent. Run pnpm generate.`,
  )
}
