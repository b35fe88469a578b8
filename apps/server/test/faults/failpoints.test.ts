import { triesMutants } from '@partner-platform/harness'
import { describe, it } from 'vitest'
import type { OperatorClient } from '../../src/index.ts'
import { ask, untilDrained } from '../../src/testing/drive-load.ts'
import { findLeaks } from '../../src/testing/find-leaks.ts'
import { prepareWorld } from '../../src/testing/prepare-world.ts'
import type { EffectReceiver } from '../../src/testing/start-effect-receiver.ts'
import { type Failpoint, failpoints } from './add-failpoint.ts'
import type { Mutant } from './add-mutant.ts'
import { openStage, passLease, startOddSender } from './open-stage.ts'

/** How often an event arrives if its sender dies at this point: 0 if it was never committed. */
const arrivalsOf: Record<Failpoint, number> = {
  'change: within': 0,
  'change: before its commit': 0,
  'change: after its commit': 1,
  'delivery: claimed, not sent': 1,
  'delivery: answered, not settled': 2,
  'settlement: within': 2,
  'settlement: before its commit': 2,
  'settlement: after its commit': 1,
}

async function makeSubmission(operator: OperatorClient, receiver: EffectReceiver) {
  const [party] = await prepareWorld({ operator, receiver, partyCount: 1, submissionsEach: 1 })
  return party?.submissions[0] ?? ''
}

const timeout = 300_000

// Both stores run the same code, except that a start takes back what an embedded store had in flight.
// `lives.test.ts` proves that. The test of `soak` proves that an embedded store loses nothing.
describe('a sender that dies', () => {
  it.concurrent('F2 I5 at each failpoint in turn still delivers exactly the committed events', {
    timeout,
  }, async ({ expect, onTestFinished }) => {
    const stage = await openStage({ onTestFinished })
    const { url, receiver, journal, report } = stage
    const outputs: string[] = []
    const arrived: number[] = []
    let submission = ''
    // Each sender first finishes the work of the one before, then reaches its own failpoint.
    for (const failpoint of [...failpoints, undefined]) {
      const sender = await startOddSender(url, { failpoint })
      const { operator } = sender
      submission ||= await makeSubmission(operator, receiver)
      await untilDrained({ operator, receiver })
      arrived.push(receiver.arrivals.length)
      if (failpoint) {
        await sender.arm()
        await ask(operator, journal.sent(submission, failpoint))
        expect((await sender.process.ended).signal).toBe('SIGKILL')
        await passLease(url)
      } else expect((await sender.stop()).code).toBe(0)
      outputs.push(sender.process.output)
    }
    const counts = failpoints.map((_, index) => Number(arrived[index + 1]) - Number(arrived[index]))
    expect(counts).toEqual(failpoints.map((failpoint) => arrivalsOf[failpoint]))
    const committed = counts.filter((count) => count > 0).length
    const duplicates = counts.filter((count) => count > 1).length
    expect(await report()).toMatchObject({
      problems: [],
      committed,
      delivered: committed,
      duplicates,
    })
    expect(findLeaks(outputs)).toEqual([])
  })

  if (triesMutants)
    it.concurrent.for<[Mutant, Failpoint]>([
      ['job outside the transaction', 'change: after its commit'],
      ['job done before the send', 'delivery: claimed, not sent'],
    ])(
      'F2 finds the mutant "%s", which loses an event',
      { timeout },
      async ([mutant, failpoint], { expect, onTestFinished }) => {
        const stage = await openStage({ onTestFinished })
        const { url, receiver, journal, report } = stage
        let sender = await startOddSender(url, { mutant, failpoint })
        const submission = await makeSubmission(sender.operator, receiver)
        await sender.arm()
        await ask(sender.operator, journal.sent(submission, 'LOST'))
        expect((await sender.process.ended).signal).toBe('SIGKILL')
        await passLease(url)
        sender = await startOddSender(url)
        await ask(sender.operator, journal.sent(submission, 'NEXT'))
        // A later event is delivered, so the lost one will not come by itself.
        await untilDrained({ operator: sender.operator, receiver, mostPending: 1 })
        expect((await sender.stop()).code).toBe(0)
        expect((await report()).problems).toContain('1 × committed, but not delivered')
      },
    )
})
