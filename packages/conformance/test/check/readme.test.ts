import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkReadme } from '@partner-platform/harness'
import { describe, expect, it, onTestFinished } from 'vitest'
import { conformanceErrors } from '../../src/index.ts'
import { receiverChecks } from '../../src/receiver/check-receiver.ts'
import { serverChecks } from '../../src/server/check-server.ts'
import { openFaulty, secrets } from '../faulty/faulty-receiver.ts'
import { faultyReceivers } from '../faulty/receivers.ts'
import { faultyServers } from '../faulty/servers.ts'
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
    const [secret] = secrets
    const receiver = await openFaulty()
    onTestFinished(receiver.close)
    const effects = await openServer((_, response) =>
      response.end(JSON.stringify(receiver.effects())),
    )
    onTestFinished(effects.close)
    const env = { WEBHOOK_SECRET: secret, RECEIVER_URL: receiver.url, EFFECTS_URL: effects.url }
    expect(await checkReadme(path, { ambient, env })).toBe(1)
  })

  it.each([
    ['2 fields', '2.'],
    ['3 states', '3.'],
    ['4 operations', '4.'],
    ['5 keys and signatures', '5.'],
    ['6 events', '6.'],
    ['7 errors', '7.'],
    ['decisions', 'D-'],
  ])('lists every check of the rules of %s', (title, start) => {
    const cells = [receiverChecks, serverChecks].map((checks) => {
      const ids = checks.filter(({ rule }) => rule.startsWith(start)).map(({ id }) => `\`${id}\``)
      return ids.join(', ')
    })
    expect(lines).toContain(`| ${[title, ...cells].join(' | ')} |`.replaceAll(/ +\|/g, ' |'))
  })

  it.each(Object.entries(conformanceErrors))('lists the code %s', (code, { means, next }) => {
    expect(lines).toContain(`| \`${code}\` | ${means} | ${next} |`)
  })

  it('counts the receivers and servers with a fault', () => {
    const [receivers, servers] = [faultyReceivers, faultyServers].map((all) => Object.keys(all))
    const text = `- \`test/\` has ${receivers?.length} receivers and ${servers?.length} servers, each with one`
    expect(lines.some((line) => line.startsWith(text))).toBe(true)
  })
})
