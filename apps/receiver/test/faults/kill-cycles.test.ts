import type { StoreKind } from '@partner-platform/database/testing'
import { triesMutants } from '@partner-platform/harness'
import { bundleMain } from '@partner-platform/settings/testing'
import { describe, it } from 'vitest'
import { runReceiverKillCycles } from '../../src/testing/run-receiver-kill-cycles.ts'
import { mainFile } from '../../src/testing/start-partner.ts'
import { useStores } from '../use-store.ts'
import { type Odds, oddFile } from './open-scene.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const createLocation = useStores()
const timeout = 900_000

// `soak` has thousands of cycles.
const cyclesOf: [StoreKind, number][] = [
  ['embedded', 2],
  ['postgres', 3],
]

describe.concurrent(`F1 a receiver that is killed under load (SEED=${seed})`, { timeout }, () => {
  it.for(cyclesOf)(
    'I1 I10 %s: it loses nothing in %d cycles, and handles everything',
    async ([kind, cycles], context) => {
      const { expect } = context
      const location = await createLocation(kind, context)
      const file = await bundleMain(mainFile)
      const run = await runReceiverKillCycles({ location, cycles, seed, file, leastAcked: 6 })
      expect(run.code).toBe(0)
      // Each fault landed: something was in flight at each kill.
      expect(run.cycles).toHaveLength(cycles)
      expect(Math.min(...run.cycles.map(({ inFlight }) => inFlight))).toBeGreaterThan(0)
      const { found, leaks } = run
      expect(found).toMatchObject({ problems: [], lost: 0, handled: found.stored })
      // The kills took effect: unanswered deliveries were lost.
      expect(found.acked).toBeGreaterThan(5 * cycles)
      expect(found.stored).toBeLessThan(found.sent)
      expect(leaks).toEqual([])
    },
  )

  if (triesMutants)
    it('finds the mutant that answers before it stores', async (context) => {
      const location = await createLocation('postgres', context)
      const odds: Odds = { mutant: 'answers before it stores' }
      const env = { ODDS: JSON.stringify(odds) }
      const file = await bundleMain(oddFile)
      const { found } = await runReceiverKillCycles({ location, cycles: 2, seed, file, env })
      context.expect(found.lost).toBeGreaterThan(0)
      context.expect(found.problems).toEqual([`${found.lost} × acknowledged, but not stored`])
    })
})
