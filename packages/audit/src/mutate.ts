import { join } from 'node:path'
import { groups, toMutateOptions } from './mutate/groups.ts'
import { readFlags } from './read-flags.ts'

const usage = `Usage: npx pnpm@12 mutate [--group NAME]... [--list] [--only ID] [--sample N]

Changes the contract and the code in small ways, one at a time, and reports whether a check or a
test fails. Writes packages/audit/mutation-score.json. Exits with 1 if a group is below its target,
or if known-survivors.json names a mutant that was killed or no longer exists. If a run is stopped,
the next one resumes it.

  --group NAME  one group; repeat it for more; default: all of
                ${groups.map(({ name }) => name).join(', ')}
  --list        prints the mutants and what each changes; runs none
  --only ID     only the mutants whose id is ID or begins with it; writes no score
  --sample N    at most N mutants per group, the same ones each time; writes no score

The contract alone, in a few minutes: npx pnpm@12 mutate --group specs`

const options = readFlags(
  {
    name: 'mutate',
    usage,
    expected: 'the flags of npx pnpm@12 mutate --help.',
    options: {
      group: { type: 'string', multiple: true },
      only: { type: 'string' },
      sample: { type: 'string' },
      list: { type: 'boolean' },
    },
  },
  toMutateOptions,
)
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
  process.once(signal, () => process.exit(code))
}
// Loaded after the flags are read, so that --help answers at once.
const { readKnownSurvivors } = await import('./mutate/score-group.ts')
const { runMutate } = await import('./mutate/run-mutate.ts')
try {
  const reports = join(import.meta.dirname, '../reports/mutate')
  process.exitCode = await runMutate(options, {
    known: readKnownSurvivors(),
    reports,
    say: console.log,
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : 'The run of the mutants failed.')
  process.exit(2)
}
