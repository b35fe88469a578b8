// What a delivery costs, as a multiple of the bare minimum on the same bytes in the same run:
// HMAC by node:crypto, constant-time comparison, JSON.parse. Run `pnpm build` first.
import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  createSecret,
  createWebhookHandler,
  parseWebhook,
  signPayload,
  verifySignature,
} from '@partner-platform/webhooks'
import { returnedEvent } from '../test/event-fixture.ts'

const secret = createSecret()
const secrets = [secret]
const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
const event = { ...returnedEvent, timestamp: new Date().toISOString() }

for (const size of [0, 60_000]) {
  const body = Buffer.from(JSON.stringify({ ...event, filler: 'x'.repeat(size) }))
  const signature = await signPayload({ body, secret })
  const headers = { 'content-type': 'application/json', 'x-platform-signature': signature }
  const ignore = () => {}
  const handle = createWebhookHandler({ secrets, onEvent: ignore, onQuarantine: ignore })
  const runs: [name: string, run: () => unknown][] = [
    ['bare minimum', () => bareMinimum(body, signature)],
    ['verifySignature', () => verifySignature({ body, signature, secrets })],
    ['parseWebhook', () => parseWebhook({ body, headers, secrets })],
    [
      'createWebhookHandler',
      () => handle(new Request('http://x/', { method: 'POST', headers, body })),
    ],
  ]
  console.log(`\nbody of ${body.length} bytes`)
  let bareUs = 0
  for (const [name, run] of runs) {
    const us = await microseconds(run)
    bareUs ||= us
    console.log(
      `${name.padEnd(22)}${us.toFixed(1).padStart(8)} µs${(us / bareUs).toFixed(1).padStart(6)} ×`,
    )
  }
}

function bareMinimum(body: Buffer, signature: string): unknown {
  const mac = createHmac('sha256', key).update(body).digest()
  if (!timingSafeEqual(mac, Buffer.from(signature.slice(7), 'hex'))) throw new Error('mismatch')
  return JSON.parse(body.toString())
}

/** The median of 9 rounds, one call after the other. */
async function microseconds(run: () => unknown): Promise<number> {
  const calls = 500
  const rounds: number[] = []
  for (let round = 0; round < 9; round++) {
    globalThis.gc?.()
    const start = performance.now()
    for (let call = 0; call < calls; call++) await run()
    rounds.push(((performance.now() - start) * 1000) / calls)
  }
  return rounds.sort((one, two) => one - two)[4] as number
}
