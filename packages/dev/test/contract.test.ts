import { examples } from '@partner-platform/fixtures/tables'
import { StartError } from '@partner-platform/settings'
import type { SubmissionUpdated } from '@partner-platform/types'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeRoundTrip, moveSample, sampleChange } from '../src/round-trip.ts'
import { type RunningPlatform, startPlatform } from '../src/start-platform.ts'
import { copyDataFolders, freePorts } from './empty-data-folders.ts'

let platform: RunningPlatform
beforeAll(async () => {
  const { settings, remove } = await copyDataFolders()
  platform = await startPlatform({ ...freePorts, ...settings })
  return () => platform.close().finally(remove)
})

describe('the round trip', () => {
  it('1.2, 1.3, 6.1.1 lists countries and brings both webhooks home', async () => {
    const steps = await makeRoundTrip(platform)
    expect(steps.map(({ what, ok }) => [what, ok])).toEqual([
      ['client lists countries', true],
      ['submission moves to RETURNED', true],
      ['submission moves to VISA_GRANTED', true],
    ])
    expect(steps[2]?.outcome).toMatch(
      /^webhook signed, 202 in \d+ ms, verified, kept and handled, visa until /,
    )
  })

  const valid = examples('SubmissionUpdated').filter(({ folder }) => folder === 'valid')
  // An empty status, and text that no Postgres can hold: NUL, half of a surrogate pair.
  const unstorable = valid.filter(({ name }) =>
    ['names-control', 'names-lone-surrogate', 'empty-status', 'hostile-remarks'].includes(name),
  )

  it.each(unstorable)(
    '$rule $name is refused by the operator surface, not mangled',
    async (row) => {
      await expect(moveSample(platform, row.name)).rejects.toThrow('answered 422')
    },
  )

  // The examples of one rule differ in what validators read, not in how an event travels.
  const [...oneOfEachRule] = new Map(
    valid.filter((row) => !unstorable.includes(row)).map((row) => [row.rule, row]),
  ).values()

  it.each(oneOfEachRule)(
    '$rule what $name tells of arrives as it was sent',
    async ({ name, value }) => {
      const { kept } = await moveSample(platform, name)
      const sent = value as SubmissionUpdated
      const { agent, timestamp, submission } = kept?.event ?? sent
      expect(kept?.event).toEqual({
        ...sent,
        agent,
        timestamp,
        submission: { ...sent.submission, uuid: submission.uuid },
      })
    },
  )

  // The last one: it closes the receiver.
  it('says so when the webhooks do not arrive', async () => {
    await platform.receiver.close()
    const steps = await makeRoundTrip(platform)
    expect(steps.slice(1).map(({ outcome, ok }) => [outcome, ok])).toEqual([
      ['webhook: broken', false],
      ['webhook: broken', false],
    ])
  })
})

it('a sample that does not exist is named', () => {
  expect(() => sampleChange('gone')).toThrow(StartError)
  expect(() => sampleChange('gone')).toThrow(
    'specs/examples/submission-updated/valid/gone.json is not an event that the service may send. Restore or correct it.',
  )
})
