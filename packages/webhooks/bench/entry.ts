import { type Figures, inSmoke } from '@partner-platform/harness/bench'

/** The engine that is measured: Node's own, or with `--web` WebCrypto, as in runtimes without `node:crypto`. */
export const engine = process.argv.includes('--web') ? 'WebCrypto' : 'node:crypto'
if (engine === 'WebCrypto') Object.assign(process, { getBuiltinModule: undefined })

/** Rounds of a table, most of them after Node has compiled everything, and what all of these tables measure. */
export const rounds = 30
export const callsPerRound = inSmoke(20, 2_000)
export const settings = `${engine}; one call at a time, medians of ${rounds} rounds of ${callsPerRound} calls`

// Few, because collections of garbage within a batch move what the other calls still need.
const callsPerBatch = 20

/**
 * What a call of `run` costs: calls it for one round, each call after the last one has ended. Its input is
 * made while the clock is stopped. No round forces a garbage collection, which would discard compiled
 * code: rounds would then measure its compilation.
 */
export const measure =
  <Input>(run: (input: Input) => unknown, toInput = () => undefined as Input) =>
  async (): Promise<Figures> => {
    let tookMs = 0
    for (let call = 0; call < callsPerRound; call += callsPerBatch) {
      const inputs = Array.from({ length: callsPerBatch }, toInput)
      const startMs = performance.now()
      for (const input of inputs) await run(input)
      tookMs += performance.now() - startMs
    }
    return { µs: (tookMs * 1000) / callsPerRound }
  }
