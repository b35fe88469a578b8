import { createSecret } from '@partner-platform/webhooks'
import { expect } from 'vitest'
import {
  checkReceiver,
  checkServer,
  formatReport,
  type ReceiverCheckOptions,
  type Report,
  reportFormats,
} from '../src/index.ts'
import { type Behaviour, openHostile } from './hostile-targets.ts'
import { openServer } from './open-server.ts'
import { quickPauses as pauses } from './sample-checks.ts'

/** The checks to run, or all, and the time for one exchange. */
type Options = Pick<ReceiverCheckOptions, 'only' | 'fetchTimeoutMs'>

/** Far more than any run here takes, and far less than waiting for each exchange would. */
const limitMs = 45_000
const taken = ['never ends its body', 'answers twice']

/** Expects the checks of a receiver to end in time, and to pass nothing that does not deserve it. */
export async function judgeReceiver(says: string, behave: Behaviour, options: Options) {
  const { url, close } = await openHostile(behave)
  const secrets = [createSecret(), createSecret()]
  const report = await expectToEnd(() => checkReceiver({ url, secrets, pauses, ...options }))
  await close()
  if (!options.only) expect(report.results.length).toBeGreaterThan(30)
  expect(report.ok).toBe(taken.includes(says))
  if (!report.ok) expect(report.summary.passed).toBeLessThan(5)
}

const apiKey = 'a-key-of-the-tests'

/** The same for a server. */
export async function judgeServer(behave: Behaviour, options: Options) {
  const { url: baseUrl, close } = await openHostile(behave)
  const report = await expectToEnd(() =>
    checkServer({ baseUrl, apiKey, exhaustLimit: true, ...options }),
  )
  await close()
  if (!options.only) expect(report.results.length).toBeGreaterThan(20)
  expect(report.ok).toBe(false)
  expect(report.summary.passed).toBeLessThan(3)
}

/** The same for a server that gives every call the same answer. */
export async function judgeBody(status: number, body: string) {
  const { url: baseUrl, close } = await openServer((_, response) => {
    const limit = {
      ratelimit: '"default";r=1;t=1',
      'ratelimit-policy': '"a";q=1;w=99999999999999',
    }
    response.writeHead(status, { 'content-type': 'application/json', etag: '"a"', ...limit })
    response.end(body)
  })
  const keys = { apiKey, otherEnvironmentKey: 'another-key' }
  const report = await expectToEnd(() => checkServer({ baseUrl, ...keys, exhaustLimit: true }))
  await close()
  expect(report.ok).toBe(false)
  expect(report.results.length).toBeGreaterThan(30)
}

async function expectToEnd(run: () => Promise<Report>): Promise<Report> {
  const startedMs = performance.now()
  const report = await run()
  expect(performance.now() - startedMs).toBeLessThan(limitMs)
  for (const format of reportFormats) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(formatReport(report, format)).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/)
  }
  return report
}
