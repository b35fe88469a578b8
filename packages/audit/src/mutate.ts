import { join } from 'node:path'
import { groups } from './mutate/groups.ts'
import { type MutateOptions, readMutateOptions } from './mutate/read-mutate-options.ts'

const usage = `Usage: npx pnpm@12 mutate [--group NAME]... [--list] [--only ID] [--sample N]

Changes the contract and the code in small ways, one at a time, and looks whether a check or a test turns
red. Writes packages/audit/mutation-score.json. Ends with 1 where a group is below its target, or where
known-survivors.json names a mutant that is killed or gone. A run that was stopped goes on where it was.

  --group NAME  one group; again for more; default: all of
                ${groups.map(({ name }) => name).join(', ')}
  --list        tells the mutants and what each changes; tries none
  --only ID     only the mutants whose id this is or begins with; writes no score
  --sample N    at most N mutants a group, the same ones each time; writes no score

The contract alone, in a few minutes: npx pnpm@12 mutate --group specs`

const options = readOptions(process.argv.slice(2))
if (options.help) {
  console.log(usage)
  process.exit()
}
// Loaded after the flags are read, so that --help answers at once.
const { readKnownSurvivors } = await import('./mutate/known-survivors.ts')
const { runMutate } = await import('./mutate/run-mutate.ts')
const { stopAll } = await import('./mutate/run-vitest.ts')
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => {
    stopAll()
    process.exit(code)
  })
}
try {
  const say = (line: string) => console.log(line)
  const reports = join(import.meta.dirname, '../reports/mutate')
  process.exitCode = await runMutate(options, { known: readKnownSurvivors(), reports, say })
} catch (error) {
  stopAll()
  console.error(error instanceof Error ? error.message : 'The mutants could not be tried.')
  process.exitCode = 2
}

function readOptions(args: string[]): MutateOptions {
  try {
    return readMutateOptions(args)
  } catch {
    console.error('A flag of mutate is wrong: expected those that --help tells. Try --help.')
    process.exit(2)
  }
}
