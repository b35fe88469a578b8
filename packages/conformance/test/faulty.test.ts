import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { checkReceiver } from '../src/index.ts'
import { faultyReceivers } from './faulty/all.ts'
import { openFaulty } from './faulty/faulty-receiver.ts'

const secrets = [createSecret(), createSecret()]

describe.concurrent('faulty receivers', () => {
  it('finds nothing in the receiver that the faults are put into', async () => {
    const { url, effects, close } = await openFaulty({}, secrets)
    const report = await checkReceiver({ url, secrets, effects })
    await close()
    expect(report.results.filter(({ finding }) => finding)).toEqual([])
    expect(report.summary).toMatchObject({ failed: 0, advice: 0, notJudged: 2 })
  })

  it.each(faultyReceivers)('$rule finds a receiver that $name', async (fixture) => {
    const { url, effects, close } = await fixture.listen(secrets)
    const { quickAnswerMs = 10_000 } = fixture
    const options = { url, secrets, effects, effectsTimeoutMs: 500, quickAnswerMs }
    const report = await checkReceiver(options)
    await close()
    const found = report.results.filter(({ finding }) => finding)
    expect(found.map(({ id }) => id).sort()).toEqual([...fixture.breaks].sort())
    expect(found.find(({ id }) => id === fixture.breaks[0])?.rule).toBe(fixture.rule)
  })
})
