// What a delivery costs compared with the bare minimum on the same bytes: HMAC by node:crypto, constant-time
// comparison, JSON.parse. A handler is compared with the same steps from a `Request` to a `Response`. The
// server makes the `Request`, so making it is not measured. Run `npx pnpm@12 build` first.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { compare } from '@partner-platform/harness/bench'
import {
  createSecret,
  createWebhookHandler,
  eventHeader,
  parseWebhook,
  signatureHeader,
  signPayload,
} from '@partner-platform/webhooks'
import { returnedEvent } from '../test/event-fixture.ts'
import { engine, measure, rounds, settings } from './entry.ts'

const secret = createSecret()
const secrets = [secret]
const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
const answer = JSON.stringify({ outcome: 'accepted' })
const isNode = engine === 'node:crypto'
const event = { ...returnedEvent, timestamp: new Date().toISOString() }

for (const [name, size] of Object.entries({ small: 0, large: 60_000 })) {
  const agent = { ...event.agent, companyName: event.agent.companyName + 'x'.repeat(size) }
  const body = Buffer.from(JSON.stringify({ ...event, agent }))
  const signature = await signPayload({ body, secret })
  const headers = {
    'content-type': 'application/json',
    [eventHeader]: event.event,
    [signatureHeader]: signature,
  }
  const ignore = () => {}
  const handle = createWebhookHandler({ secrets, onEvent: ignore, onQuarantine: ignore })
  const toRequest = () => new Request('http://x/', { method: 'POST', headers, body })
  const handleBare = async (request: Request) => {
    const { headers } = request
    bareMinimum(Buffer.from(await request.arrayBuffer()), String(headers.get(signatureHeader)))
    return new Response(answer, { status: 202, headers: { 'content-type': 'application/json' } })
  }
  await compare({
    id: `receive-${name}-${isNode ? 'node' : 'web'}`,
    title: `Receive a webhook of ${body.length} bytes, ${engine}`,
    settings: `Bare minimum: HMAC by node:crypto and JSON.parse, without a body limit or other checks. Requests are made before the clock starts. ${settings}`,
    rounds,
    contestants: [
      { name: 'bare minimum', measure: measure(() => bareMinimum(body, signature)) },
      { name: 'parseWebhook', measure: measure(() => parseWebhook({ body, headers, secrets })) },
      { name: 'bare minimum as a handler', measure: measure(handleBare, toRequest) },
      { name: 'createWebhookHandler', measure: measure(handle, toRequest) },
    ],
    goals:
      name === 'small' && isNode
        ? [
            { row: 'parseWebhook', figure: 'µs', atMost: 2.5 },
            { row: 'createWebhookHandler', figure: 'µs', atMost: 4 },
          ]
        : [],
  })
}

function bareMinimum(body: Buffer, signature: string): unknown {
  const mac = createHmac('sha256', key).update(body).digest()
  if (!timingSafeEqual(mac, Buffer.from(signature.slice(7), 'hex'))) throw new Error('mismatch')
  return JSON.parse(body.toString())
}
