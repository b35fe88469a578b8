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
import { compare } from './compare.ts'
import { entry } from './entry.ts'

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
  await compare(`${entry}, body of ${body.length} bytes`, runs, 500)
}

function bareMinimum(body: Buffer, signature: string): unknown {
  const mac = createHmac('sha256', key).update(body).digest()
  if (!timingSafeEqual(mac, Buffer.from(signature.slice(7), 'hex'))) throw new Error('mismatch')
  return JSON.parse(body.toString())
}
