import type { StoreKind } from '@partner-platform/database/testing'
import { bundleMain } from '@partner-platform/settings/testing'
import { describe, it } from 'vitest'
import { runReceiverKillCycles } from '../../src/testing/run-receiver-kill-cycles.ts'
import { mainFile } from '../../src/testing/start-partner.ts'
import { oddFile } from './start-odd-receiver.ts'
import { useStores } from './use-stores.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

const createLocation = useStores()

/** A restart of the embedded store costs twice as much. */
const cyclesOf: [StoreKind, number][] = [
  ['embedded', 8],
  ['postgres', 42],
]

describe(`F1 a receiver that is killed under load (SEED=${seed})`, () => {
  it.concurrent.for(cyclesOf)(
    'I1 I10 on the %s store it loses nothing in %d cycles of SIGKILL, and handles everything',
    { timeout: 900_000 },
    async ([kind, cycles], context) => {
      const { expect } = context
      const location = await createLocation(kind, context)
      const file = await bundleMain(mainFile)
      const run = await runReceiverKillCycles({ location, cycles, seed, file })
      expect(run.code).toBe(0)
      // Each fault landed: something was in flight whenever the receiver was killed.
      expect(run.cycles).toHaveLength(cycles)
      expect(Math.min(...run.cycles.map(({ inFlight }) => inFlight))).toBeGreaterThan(0)
      const { found, leaks } = run
      expect(found).toMatchObject({ problems: [], lost: 0, handled: found.stored })
      // The kills were felt: deliveries were lost with them, none of which was answered.
      expect(found.acked).toBeGreaterThan(5 * cycles)
      expect(found.stored).toBeLessThan(found.sent)
      expect(leaks).toEqual([])
    },
  )

  it.concurrent('finds the mutant that answers before it keeps', {
    timeout: 900_000,
  }, async (context) => {
    const { expect } = context
    const location = await createLocation('postgres', context)
    const env = { MUTANT: 'answers before it keeps' }
    const file = await bundleMain(oddFile)
    const { found } = await runReceiverKillCycles({
      ...{ location, cycles: 3, seed, file, env },
    })
    expect(found.lost).toBeGreaterThan(0)
    expect(found.problems).toEqual([`${found.lost} × acknowledged, but not stored`])
  })
})
