import { connect } from 'node:net'
import { createSecret, signPayload } from '@partner-platform/webhooks'
import { expect, it } from 'vitest'
import { openStore } from '../src/index.ts'
import { eventWith } from './deliveries.ts'
import { createDriver, type Reply } from './drive.ts'
import { startWholeApp } from './start-app.ts'
import { callbackPath } from './use-receiver.ts'

/** How long the whole of it may take. */
const limitMs = 10_000
const lanes = 32
const secret = createSecret()
const env = { RECEIVER_SECRETS: secret, RECEIVER_LOG: 'off' }

type Sent = { uuid: string; startedMs: number; reply?: Reply }

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Sends a signal in the middle of deliveries. Gives what was sent, and which of it the store has. */
async function signalUnderLoad(signal: NodeJS.Signals) {
  const { child, ended, ready, folder } = await startWholeApp({ env })
  const url = await ready
  const deliver = createDriver(lanes)
  const sent: Sent[] = []
  let signalMs = Number.POSITIVE_INFINITY
  let inFlight = 0
  const lane = async () => {
    for (;;) {
      const uuid = uuidOf(sent.length)
      const timestamp = new Date(Date.now()).toISOString()
      const body = Buffer.from(JSON.stringify({ ...eventWith({ uuid }), timestamp }))
      const signature = await signPayload({ body, secret })
      const one: Sent = { uuid, startedMs: performance.now() }
      if (sent.push(one) === 500) {
        setImmediate(() => {
          inFlight = sent.filter(({ reply }) => reply === undefined).length
          signalMs = performance.now()
          child.kill(signal)
        })
      }
      one.reply = await deliver(url, { body, signature })
      if (one.reply === null) return
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const { code } = await ended
  const tookMs = performance.now() - signalMs
  // It landed in the middle of deliveries.
  expect(inFlight).toBeGreaterThan(0)
  const database = await openStore({ location: { kind: 'embedded', folder } })
  const rows = await database.query<{ uuid: string; handling: string }>(
    'select submission_uuid as uuid, handling from events',
  )
  await database.close()
  const stored = new Set(rows.map(({ uuid }) => uuid))
  const before = sent.filter(({ startedMs }) => startedMs < signalMs)
  return {
    ...{ code, tookMs, states: new Set(rows.map(({ handling }) => handling)) },
    unanswered: before.filter(({ reply }) => reply?.status !== 202),
    lost: sent.filter(({ uuid, reply }) => reply?.status === 202 && !stored.has(uuid)),
  }
}

it('F5 answers every delivery that came before SIGTERM, and ends with 0 in time', async () => {
  const { code, tookMs, unanswered, lost, states } = await signalUnderLoad('SIGTERM')
  expect([code, unanswered, lost]).toEqual([0, [], []])
  expect(tookMs).toBeLessThan(limitMs)
  expect([...states].filter((state) => state !== 'handled' && state !== 'waiting')).toEqual([])
})

it('F5 would leave deliveries unanswered, did it end at once; I1 none that it answered is lost', async () => {
  const { unanswered, lost } = await signalUnderLoad('SIGKILL')
  expect(unanswered.length).toBeGreaterThan(0)
  expect(lost).toEqual([])
})

it('F5 ends in time though a sender never finishes', async () => {
  const { child, ended, ready } = await startWholeApp({ env })
  const socket = connect(Number(new URL(await ready).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`POST ${callbackPath} HTTP/1.1\r\nHost: a.test\r\n`)
  await new Promise((resolve) => socket.once('connect', resolve))
  const signalMs = performance.now()
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  expect(performance.now() - signalMs).toBeLessThan(limitMs)
})
