import { type Figures, inSmoke } from '@partner-platform/harness/bench'

/** The engine to measure: `node:crypto`, or with `--web` WebCrypto, as in runtimes without `node:crypto`. */
export const engine = process.argv.includes('--web') ? 'WebCrypto' : 'node:crypto'
if (engine === 'WebCrypto') Object.assign(process, { getBuiltinModule: undefined })

/** Rounds of a table: enough that most of them run after Node has compiled everything. */
export const rounds = 30
export const callsPerRound = inSmoke(20, 2_000)
/** What all of these tables measure. */
export const settings = `${engine}; one call at a time, medians of ${rounds} rounds of ${callsPerRound} calls`

// Few, because a garbage collection within a batch moves the inputs of the calls still to come.
const callsPerBatch = 20

/**
 * What a call of `run` costs: calls it for one round, each call after the previous one has ended. Inputs
 * are made while the clock is stopped. No round forces a garbage collection, which would discard compiled
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
