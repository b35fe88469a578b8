import { type Figures, inSmoke } from '@partner-platform/harness/bench'

/** The entry that is measured: with `--node` that of Node, which brings `node:crypto`, else that of the web. */
export const entry = process.argv.includes('--node') ? 'node' : 'web'
if (entry === 'node') await import('@partner-platform/webhooks/node')

/** Rounds of a table, and what all of these tables measure. */
export const rounds = 14
export const callsPerRound = inSmoke(20, 2_000)
export const settings = `${entry === 'node' ? 'Node' : 'Web'} entry; one call at a time, medians of ${rounds} rounds of ${callsPerRound} calls`

/**
 * What a call of `run` costs: calls it for one round, each call after the last one has ended. No round
 * forces a garbage collection, which would discard compiled code: rounds would then measure its compilation.
 */
export const measure = (run: () => unknown) => async (): Promise<Figures> => {
  const startMs = performance.now()
  for (let call = 0; call < callsPerRound; call++) await run()
  return { µs: ((performance.now() - startMs) * 1000) / callsPerRound }
}
