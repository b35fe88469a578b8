import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { checkReceiver, checkServer } from '../src/index.ts'
import { receiverChecks } from '../src/receiver/check-receiver.ts'
import { openFaulty, quickPauses } from './faulty/faulty-receiver.ts'
import { openFaultyServer, serverOptions } from './faulty/faulty-server.ts'
import { expectFound, faultyReceivers, judgeFaulty } from './faulty/receivers.ts'
import { faultyServers } from './faulty/servers.ts'

const share = 8

/** A check that must find the fault, or one of an eighth of all others. `test/soak` runs all. */
const sampleFor = (breaks: readonly string[], index: number) =>
  receiverChecks
    .filter(({ id }, at) => breaks.includes(id) || at % share === index % share)
    .map(({ id }) => id)

describe.concurrent('the checks find a receiver that', () => {
  it('has no fault, and find nothing', async () => {
    const secrets = [createSecret(), createSecret()]
    const { url, effects, close } = await openFaulty({}, secrets)
    const report = await checkReceiver({ url, secrets, effects, pauses: quickPauses })
    await close()
    expect(report.results.filter(({ finding }) => finding)).toEqual([])
    expect(report.summary).toMatchObject({ failed: 0, warnings: 0, notJudged: 2 })
  })

  const rows = Object.entries(faultyReceivers).map(([name, fault], index) => ({
    name,
    fault,
    only: sampleFor(fault.breaks, index),
  }))
  it.each(rows)('$name', ({ name, fault, only }) => judgeFaulty(name, fault, only))
})

describe.concurrent('the checks find a server that', () => {
  it('has no fault, and find nothing', async () => {
    const { url: baseUrl, close } = await openFaultyServer()
    const report = await checkServer({ baseUrl, ...serverOptions })
    await close()
    expect(report.results.filter(({ status }) => status !== 'passed')).toEqual([])
  })

  it.each(Object.entries(faultyServers))('%s', async (name, fault) => {
    const { url: baseUrl, close } = await openFaultyServer(fault)
    const report = await checkServer({ baseUrl, ...serverOptions, environment: 'production' })
    await close()
    expectFound(report, name, fault)
  })
})
