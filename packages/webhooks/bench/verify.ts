// Verifying a body of 2 kB, beside two published verifiers of the same HMAC-SHA256, in one run, in
// turns. Run `npx pnpm@12 build` first.
import { sign as signGitHub, verify as verifyGitHub } from '@octokit/webhooks-methods'
import { createSecret, signPayload, verifySignature } from '@partner-platform/webhooks'
import { Webhook } from 'standardwebhooks'
import { returnedEvent } from '../test/event-fixture.ts'
import { compare } from './compare.ts'
import { entry } from './entry.ts'

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

type Rival = readonly [name: string, run: () => unknown, isVerified: (answer: unknown) => boolean]
const rivals: Rival[] = [
  [
    'verifySignature',
    () => verifySignature({ body: bytes, signature, secrets }),
    (answer) => (answer as { ok: boolean }).ok,
  ],
  [
    '@octokit/webhooks-methods',
    () => verifyGitHub(secret, body, gitHubSignature),
    (answer) => answer === true,
  ],
  [
    // It parses the body too, and cannot be told not to.
    'standardwebhooks',
    () => standard.verify(body, standardHeaders),
    (answer) => (answer as { event: string }).event === returnedEvent.event,
  ],
]
for (const [name, run, isVerified] of rivals) {
  if (!isVerified(await run())) throw new Error(`${name} did not verify`)
}
const runs = rivals.map(([name, run]) => [name, run] as const)
await compare(`${entry}, verify ${bytes.length} bytes`, runs, 2_000)
