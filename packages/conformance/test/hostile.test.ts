import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import {
  checkReceiver,
  checkServer,
  formatReport,
  type Report,
  reportFormats,
} from '../src/index.ts'
import { behaviours, bodies, openHostile } from './hostile-targets.ts'
import { openServer } from './open-server.ts'

const fetchTimeoutMs = 1_500
/** Far more than any run here takes, and far less than waiting for each exchange would. */
const limitMs = 45_000
const taken = ['never ends its body', 'answers twice']

/** Runs the checks, and expects them to end in time without a false word of praise. */
async function expectToEnd(run: () => Promise<Report>): Promise<Report> {
  const startedMs = performance.now()
  const report = await run()
  expect(performance.now() - startedMs).toBeLessThan(limitMs)
  expect(report.results.length).toBeGreaterThan(30)
  for (const format of reportFormats) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(formatReport(report, format)).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/)
  }
  return report
}

describe.concurrent('a hostile target', () => {
  it.each(behaviours)('that %s does not hold up the checks of a receiver', async (says, behave) => {
    const { url, close } = await openHostile(behave)
    const secrets = [createSecret(), createSecret()]
    const report = await expectToEnd(() => checkReceiver({ url, secrets, fetchTimeoutMs }))
    await close()
    expect(report.ok).toBe(taken.includes(says))
    if (!report.ok) expect(report.summary.passed).toBeLessThan(5)
  })

  it.each(behaviours)('that %s does not hold up the checks of a server', async (_, behave) => {
    const { url: baseUrl, close } = await openHostile(behave)
    const report = await expectToEnd(() =>
      checkServer({ baseUrl, apiKey: 'a-key-of-the-tests', exhaustLimit: true, fetchTimeoutMs }),
    )
    await close()
    expect(report.ok).toBe(false)
    expect(report.summary.passed).toBeLessThan(3)
  })

  const rows = bodies.flatMap(([says, body]) =>
    [200, 401, 500].map((status) => ({ says, body, status })),
  )
  it.each(rows)(
    'that answers $status and $says is judged all the same',
    async ({ body, status }) => {
      const { url: baseUrl, close } = await openServer((_, response) => {
        const limit = {
          ratelimit: '"default";r=1;t=1',
          'ratelimit-policy': '"a";q=1;w=99999999999999',
        }
        response.writeHead(status, { 'content-type': 'application/json', etag: '"a"', ...limit })
        response.end(body)
      })
      const keys = { apiKey: 'a-key-of-the-tests', otherEnvironmentKey: 'another-key' }
      const report = await expectToEnd(() => checkServer({ baseUrl, ...keys, exhaustLimit: true }))
      await close()
      expect(report.ok).toBe(false)
    },
  )
})
