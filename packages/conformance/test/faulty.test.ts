import { describe, expect, it } from 'vitest'
import { receiverChecks } from '../src/receiver/check-receiver.ts'
import { checkFaulty } from './faulty/faulty-receiver.ts'
import { checkFaultyServer } from './faulty/faulty-server.ts'
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
    const { results, summary } = await checkFaulty({})
    expect(results.filter(({ finding }) => finding)).toEqual([])
    expect(summary).toMatchObject({ failed: 0, warnings: 0, notJudged: 2 })
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
    const { results } = await checkFaultyServer({})
    expect(results.filter(({ status }) => status !== 'passed')).toEqual([])
  })

  it.each(Object.entries(faultyServers))('%s', async (name, fault) => {
    expectFound(await checkFaultyServer(fault, { environment: 'production' }), name, fault)
  })
})
