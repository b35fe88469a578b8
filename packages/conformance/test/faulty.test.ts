import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { checkReceiver } from '../src/index.ts'
import { receiverChecks } from '../src/receiver/receiver-checks.ts'
import { faultyReceivers } from './faulty/all.ts'
import { openFaulty } from './faulty/faulty-receiver.ts'
import { judgeFaulty } from './faulty/judge-faulty.ts'
import { quickPauses, sampleChecks } from './sample-checks.ts'

const rows = faultyReceivers.map((fixture, index) => ({
  ...{ ...fixture, fixture },
  only: sampleChecks(receiverChecks, { index, always: fixture.breaks }),
}))

describe.concurrent('faulty receivers', () => {
  it('finds nothing in the receiver that the faults are put into', async () => {
    const secrets = [createSecret(), createSecret()]
    const { url, effects, close } = await openFaulty({}, secrets)
    const report = await checkReceiver({ url, secrets, effects, pauses: quickPauses })
    await close()
    expect(report.results.filter(({ finding }) => finding)).toEqual([])
    expect(report.summary).toMatchObject({ failed: 0, warnings: 0, notJudged: 2 })
  })

  it.each(rows)('$rule finds a receiver that $name', ({ fixture, only }) =>
    judgeFaulty(fixture, only),
  )
})
