import { describe, expect, it } from 'vitest'
import { checkServer } from '../src/index.ts'
import { faultyServers } from './faulty-servers/all.ts'
import {
  allowedOrigin,
  elsewhereKey,
  openFaultyServer,
  ownKey,
  revokedKey,
} from './faulty-servers/faulty-server.ts'

const options = {
  apiKey: ownKey,
  ...{ revokedKey, otherEnvironmentKey: elsewhereKey, allowedOrigin, exhaustLimit: true },
}

describe.concurrent('faulty servers', () => {
  it('finds nothing in the server that the faults are put into', async () => {
    const { url: baseUrl, close } = await openFaultyServer()
    const report = await checkServer({ baseUrl, ...options })
    await close()
    expect(report.results.filter(({ status }) => status !== 'passed')).toEqual([])
  })

  it.each(faultyServers)('$rule finds a server that $name', async ({ rule, breaks, listen }) => {
    const { url: baseUrl, close } = await listen()
    const report = await checkServer({ baseUrl, ...options })
    await close()
    const found = report.results.filter(({ finding }) => finding)
    expect(found.map(({ id }) => id).sort()).toEqual([...breaks].sort())
    expect(found.find(({ id }) => id === breaks[0])?.rule).toBe(rule)
  })
})
