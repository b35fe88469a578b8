import { draftOperation } from './scaffold/draft-operation.ts'
import { runMain, type ScaffoldCommand } from './scaffold/run-scaffold.ts'

export const newOperation: ScaffoldCommand = {
  name: 'new:operation',
  usage: `Usage: npx pnpm@12 new:operation NAME [--path PATH] [--item NAME] [--dry-run]

Adds an operation that lists things, such as listVisaTypes: contract, examples, decision, route, test. Whatever a
person must decide is marked TODO. The check fails until it is written.

  --path PATH  the path; default: next to the first operation, such as /api/v1/platform/visa-types
  --item NAME  what one entry is called, such as visa-type; default: NAME in the singular
  --dry-run    shows which files it would write; writes none

Exit codes: 1 if the name is taken, 2 if the command line is wrong.`,
  options: ['path', 'item'],
  fill: (draft, id, { path, item }) => draftOperation(draft, { id, path, item }),
}

if (import.meta.main) runMain(newOperation)
