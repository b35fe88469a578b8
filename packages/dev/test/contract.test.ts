import { examples } from '@partner-platform/contract-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRoundTrip } from '../src/round-trip.ts'
import { sampleChange } from '../src/sample-change.ts'
import { type RunningPlatform, startPlatform } from '../src/start-platform.ts'

let platform: RunningPlatform
beforeAll(async () => {
  platform = await startPlatform({ server: 0, receiver: 0 })
})
afterAll(() => platform.close())

describe('the round trip', () => {
  it('lists countries and brings both webhooks home', async () => {
    const steps = await makeRoundTrip(platform)
    expect(steps.map(({ what, ok }) => [what, ok])).toEqual([
      ['client lists countries', true],
      ['submission moves to RETURNED', true],
      ['submission moves to VISA_GRANTED', true],
    ])
    expect(steps[2]?.outcome).toMatch(
      /^webhook signed, 202 in \d+ ms, verified and kept, visa until /,
    )
  })

  it('says so when the webhooks do not arrive', async () => {
    const alone = await startPlatform({ server: 0, receiver: 0 })
    await alone.receiver.close()
    const steps = await makeRoundTrip(alone).finally(() => alone.server.close())
    expect(steps.slice(1).map(({ outcome, ok }) => [outcome, ok])).toEqual([
      ['the webhook was broken', false],
      ['the webhook was broken', false],
    ])
  })

  it.each(examples('SubmissionUpdated').filter(({ folder }) => folder === 'valid'))(
    '$rule what $name tells of arrives as it was sent',
    async ({ name, value }) => {
      const result = await platform.server.platform.changeStatus(sampleChange(name))
      expect(result).toMatchObject({ ok: true })
      const kept = (await platform.receiver.inbox.events()).at(-1)?.event
      expect({ ...kept, timestamp: null }).toEqual({ ...(value as object), timestamp: null })
    },
  )
})
