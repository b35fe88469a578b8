// For each schema X: `parseX`, `isX` and `xSchema` as the reader of a value takes it, and the same with
// `Sent` as its writer must write it. Of a message payload the reader's names say `Received`.
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
