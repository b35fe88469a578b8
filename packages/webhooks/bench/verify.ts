// Verifying a body of 2 kB, beside two published verifiers of the same HMAC-SHA256. Run
// `npx pnpm@12 build` first.

import { sign as signGitHub, verify as verifyGitHub } from '@octokit/webhooks-methods'
import { compare, type Goal } from '@partner-platform/harness/bench'
import { createSecret, signPayload, verifySignature } from '@partner-platform/webhooks'
import { Webhook } from 'standardwebhooks'
import { returnedEvent } from '../test/event-fixture.ts'
import { engine, measure, rounds, settings } from './entry.ts'

const event = JSON.stringify(returnedEvent)
const body = JSON.stringify({ ...returnedEvent, filler: 'x'.repeat(2048 - event.length - 13) })
const secret = createSecret()
const secrets = [secret]
const signature = await signPayload({ body, secret })
const bytes = new TextEncoder().encode(body)
const gitHubSignature = await signGitHub(secret, body)
const standard = new Webhook(secret)
const at = new Date()
const standardHeaders = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': standard.sign('msg_1', at, body),
}

const verifiers: Record<string, { run: () => unknown; isVerified: (answer: unknown) => boolean }> =
  {
    '@octokit/webhooks-methods': {
      run: () => verifyGitHub(secret, body, gitHubSignature),
      isVerified: (answer) => answer === true,
    },
    // It parses the body too, and cannot be told not to.
    standardwebhooks: {
      run: () => standard.verify(body, standardHeaders),
      isVerified: (answer) => (answer as { event: string }).event === returnedEvent.event,
    },
    verifySignature: {
      run: () => verifySignature({ body: bytes, signature, secrets }),
      isVerified: (answer) => (answer as { ok: boolean }).ok,
    },
  }
for (const [name, { run, isVerified }] of Object.entries(verifiers))
  if (!isVerified(await run())) throw new Error(`${name} did not verify`)

const isNode = engine === 'node:crypto'
const goal = (rival: string, atMost: number): Goal => ({
  row: 'verifySignature',
  rival,
  figure: 'µs',
  atMost,
})
await compare({
  id: `verify-${isNode ? 'node' : 'web'}`,
  title: `Verify a signature, ${engine}`,
  settings: `Body of ${bytes.length} bytes. ${settings}`,
  rounds,
  contestants: Object.entries(verifiers).map(([name, { run }]) => ({
    name,
    measure: measure(run),
  })),
  goals: [...(isNode ? [goal('@octokit/webhooks-methods', 1.3)] : []), goal('standardwebhooks', 1)],
})
