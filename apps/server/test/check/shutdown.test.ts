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
const lanes = 32
/** The number of calls sent before the signal. */
const callsBefore = 500

/** A call. `result`: the status of its answer, the reason for having none, or `null` while in flight. */
type Call = { startedMs: number; result: number | string | null }

/** Sends a signal while kept-alive connections make one call after another, each until a call fails. */
async function signalUnderLoad(signal: NodeJS.Signals) {
  const store = { SERVER_DATA_FOLDER: await copyTemplate() }
  const env = { SERVER_LOG: 'off', SERVER_RATE_LIMIT_QUOTA: '1000000', ...store }
  const {
    process: app,
    url,
    operator,
  } = await startSender({ env, file: await bundleMain(mainFile) })
  const { key } = await makeParty(operator, { url: 'https://hooks.partner.example/visas' })
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  onTestFinished(() => agent.destroy())
  const calls: Call[] = []
  let [signalMs, inFlight] = [Infinity, 0]

  const send = async () => {
    // While the process is stopped, calls arrive but get no answer, however fast the process is.
    if (signal === 'SIGKILL') {
      app.signal('SIGSTOP')
      await delay(50)
    }
    inFlight = calls.filter(({ result }) => result === null).length
    signalMs = performance.now()
    app.signal(signal)
  }
  const callOnce = () =>
    new Promise<number | string>((resolve) => {
      get(url + countriesPath, { agent, headers: { 'x-api-key': key } }, (response) => {
        response.resume()
        response.on('error', ({ message }) => resolve(message))
        response.on('end', () => response.complete && resolve(response.statusCode ?? 0))
      }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    })
  const runLane = async () => {
    for (;;) {
      const call: Call = { startedMs: performance.now(), result: null }
      if (calls.push(call) === callsBefore) setImmediate(send)
      call.result = await callOnce()
      if (typeof call.result === 'string') return
    }
  }
  const driven = Promise.all(Array.from({ length: lanes }, runLane))
  const { code } = await app.ended
  const tookMs = performance.now() - signalMs
  await driven
  // The signal landed during calls.
  expect(inFlight).toBeGreaterThan(0)
  const failed = calls.filter(({ result }) => result !== 200)
  const lost = failed.filter(({ startedMs }) => startedMs < signalMs)
  return { code, tookMs, lost, refused: failed.filter((call) => !lost.includes(call)) }
}

it('F5 finishes every call that came before SIGTERM, and exits with 0 in time', async () => {
  const { code, tookMs, lost, refused } = await signalUnderLoad('SIGTERM')
  expect([code, lost]).toEqual([0, []])
  expect(tookMs).toBeLessThan(limitMs)
  for (const { result } of refused) expect(result).toMatch(/^(ECONNREFUSED|ECONNRESET)$/)
})

it('F5 finds that SIGKILL, which ends it at once, loses calls', async () => {
  expect((await signalUnderLoad('SIGKILL')).lost).not.toEqual([])
})
