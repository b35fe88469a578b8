import { draftEvent } from './scaffold/draft-event.ts'
import { runMain, type ScaffoldCommand } from './scaffold/run-scaffold.ts'

export const newEvent: ScaffoldCommand = {
  name: 'new:event',
  usage: `Usage: npx pnpm@12 new:event NAME [--dry-run]

Adds an event of a submission, such as submission.withdrawn: contract, examples, decision, handler, test.
Whatever a person must decide is marked TODO. The check fails until it is written.

  --dry-run  shows which files it would write; writes none

Exit codes: 1 if the name is taken, 2 if the command line is wrong.`,
  fill: draftEvent,
}

if (import.meta.main) runMain(newEvent)
