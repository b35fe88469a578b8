// For each schema X: `parseX`, `isX` and `xSchema` for readers, and the same names with `Sent` for writers.
// For a message payload the reader's names contain `Received`.
export * from './generated/guards.ts'
export * from './generated/parsers.ts'
export type {
  Departure,
  Guard,
  Issue,
  ParseResult,
  Parser,
  Received,
  StandardResult,
  StandardSchema,
} from './generated/runtime.ts'
