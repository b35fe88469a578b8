import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { bundleMain } from '@partner-platform/settings/testing'
import { expect, it, onTestFinished } from 'vitest'
import { mainFile, startSender } from '../../src/testing/start-sender.ts'
import { makeParty } from '../make-party.ts'
import { copyTemplate } from '../open-test-store.ts'
import { countriesPath } from '../start-server.ts'

/** How long a shutdown may take. */
const limitMs = 10_000

async function startQuietApp() {
  const store = { SERVER_DATA_FOLDER: await copyTemplate() }
  const env = { SERVER_LOG: 'off', SERVER_RATE_LIMIT_QUOTA: '1000000', ...store }
  return startSender({ env, file: await bundleMain(mainFile) })
}

type Call = { startedMs: number; status: number | null; error: string | null }

type Drive = { key: string; lanes: number; after: number; meanwhile: () => void }

/**
 * Makes calls in turn on each of several kept-alive connections, until a call fails. Calls `meanwhile`
 * right after sending call number `after`.
 */
function driveCalls(url: string, { key, lanes, after, meanwhile }: Drive) {
  const calls: Call[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  onTestFinished(() => agent.destroy())
  const callOnce = (call: Call) =>
    new Promise<void>((resolve) => {
      const end = (given: Partial<Call>) => {
        Object.assign(call, given)
        resolve()
      }
      get(url + countriesPath, { agent, headers: { 'x-api-key': key } }, (response) => {
        response.resume()
        response.on('error', ({ message }) => end({ error: message }))
        response.on('end', () => response.complete && end({ status: response.statusCode ?? 0 }))
      }).on('error', (error: NodeJS.ErrnoException) => end({ error: error.code ?? error.message }))
    })
  const runLane = async () => {
    for (;;) {
      const call: Call = { startedMs: performance.now(), status: null, error: null }
      if (calls.push(call) === after) setImmediate(meanwhile)
      await callOnce(call)
      if (call.error !== null) return
    }
  }
  return { calls, driven: Promise.all(Array.from({ length: lanes }, runLane)) }
}

/** Sends a signal during calls. Returns the exit code and the calls that failed. */
async function signalUnderLoad(signal: NodeJS.Signals) {
  const { process: app, url, operator } = await startQuietApp()
  const { key } = await makeParty(operator, { url: 'https://hooks.partner.example/visas' })
  let signalMs = 0
  let inFlight: Call[] = []
  const { calls, driven } = driveCalls(String(url), {
    key,
    lanes: 32,
    after: 500,
    async meanwhile() {
      // While the process is stopped, calls arrive and none is answered, however fast it is.
      if (signal === 'SIGKILL') {
        app.signal('SIGSTOP')
        await delay(50)
      }
      inFlight = calls.filter(({ status, error }) => status === null && error === null)
      signalMs = performance.now()
      app.signal(signal)
    },
  })
  const { code } = await app.ended
  const tookMs = performance.now() - signalMs
  await driven
  // The signal landed during calls.
  expect(inFlight.length).toBeGreaterThan(0)
  const before = calls.filter(({ startedMs }) => startedMs < signalMs)
  const refused = calls.filter(({ startedMs }) => startedMs >= signalMs)
  return { code, tookMs, refused, lost: before.filter(({ status }) => status !== 200) }
}

it('F5 finishes every call that came before SIGTERM, and exits with 0 in time', async () => {
  const { code, tookMs, refused, lost } = await signalUnderLoad('SIGTERM')
  expect([code, lost]).toEqual([0, []])
  expect(tookMs).toBeLessThan(limitMs)
  for (const { error } of refused.filter(({ status }) => status !== 200)) {
    expect(error).toMatch(/^(ECONNREFUSED|ECONNRESET)$/)
  }
})

it('F5 finds that SIGKILL, which ends it at once, loses calls', async () => {
  const { lost } = await signalUnderLoad('SIGKILL')
  expect(lost.length).toBeGreaterThan(0)
})
