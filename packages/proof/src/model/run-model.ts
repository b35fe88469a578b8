import fc from 'fast-check'
import type { Platform } from '../world/open-platform.ts'
import { commandsOf, type Real } from './commands.ts'
import { createModel } from './create-model.ts'

export type RunModelOptions = {
  platform: Platform
  real: Omit<Real, 'keys'>
  /** What the model believes. */
  limit: { quota: number; windowSeconds: number }
  seed: number
  runs: number
  /** Whether to look for a shorter sequence that fails too. @default true */
  shrinks?: boolean
}

/** Plays random sequences of commands against the server and a model of the contract. */
export function runModel({ platform, real, limit, seed, runs, shrinks = true }: RunModelOptions) {
  const commands = fc.commands(commandsOf(real.operation, limit.quota), {
    maxCommands: 40,
    size: 'max',
  })
  return fc.check(
    fc.asyncProperty(commands, (some) =>
      fc.asyncModelRun(
        () => ({
          model: createModel({ ...limit, nowMs: platform.clock.wallMs }),
          real: { ...real, keys: [] },
        }),
        some,
      ),
    ),
    { seed, numRuns: runs, endOnFailure: !shrinks },
  )
}
