import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkReadme } from '@partner-platform/harness'
import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { conformanceErrors } from '../../src/index.ts'
import { receiverChecks } from '../../src/receiver/receiver-checks.ts'
import { serverChecks } from '../../src/server/check-server.ts'
import { checkTable } from '../check-table.ts'
import { faultyReceivers } from '../faulty/all.ts'
import { openFaulty } from '../faulty/faulty-receiver.ts'
import { faultyServers } from '../faulty-servers/all.ts'
import { openServer } from '../open-server.ts'

const path = join(import.meta.dirname, '../../README.md')
/** Lines without the padding of cells, which the formatter chooses. */
const lines = readFileSync(path, 'utf8').trimEnd().replaceAll(/ +\|/g, ' |').split('\n')

const ambient = `
declare global { var handled: { list: () => Promise<{ uuid: string; status: string }[]> } }
globalThis.handled = {
  list: async () => (await fetch(process.env.EFFECTS_URL ?? '')).json() as never,
}
`

describe('README', () => {
  it('has an example that compiles, runs and finds nothing in a right receiver', async () => {
    const secret = createSecret()
    const receiver = await openFaulty({}, [secret])
    onTestFinished(receiver.close)
    const effects = await openServer((_, response) =>
      response.end(JSON.stringify(receiver.effects())),
    )
    onTestFinished(effects.close)
    const env = { WEBHOOK_SECRET: secret, RECEIVER_URL: receiver.url, EFFECTS_URL: effects.url }
    expect(await checkReadme(path, { ambient, env })).toBe(1)
  })

  it('lists every check by its rule', () => {
    expect(lines).toEqual(expect.arrayContaining(checkTable(receiverChecks, serverChecks)))
  })

  it('lists every code', () => {
    const rows = Object.entries(conformanceErrors).map(
      ([code, { means, next }]) => `| \`${code}\` | ${means} | ${next} |`,
    )
    expect(lines).toEqual(expect.arrayContaining(rows))
  })

  it('counts the receivers and servers with a fault', () => {
    const text = `- ${faultyReceivers.length} receivers and ${faultyServers.length} servers with one fault`
    expect(lines.some((line) => line.startsWith(text))).toBe(true)
  })

  it('is at most 120 lines long', () => {
    expect(lines.length).toBeLessThanOrEqual(120)
  })
})
