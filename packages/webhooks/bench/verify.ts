// Verifying a body of 2 kB, beside two published verifiers of the same HMAC-SHA256, in one run, in
// turns. Run `npx pnpm@12 build` first.
import { sign as signGitHub, verify as verifyGitHub } from '@octokit/webhooks-methods'
import { createSecret, signPayload, verifySignature } from '@partner-platform/webhooks'
import { Webhook } from 'standardwebhooks'
import { returnedEvent } from '../test/event-fixture.ts'

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

type Rival = { name: string; run: () => unknown; wants: (answer: unknown) => boolean }
const rivals: Rival[] = [
  {
    name: 'verifySignature',
    run: () => verifySignature({ body: bytes, signature, secrets }),
    wants: (answer) => (answer as { ok: boolean }).ok,
  },
  {
    name: '@octokit/webhooks-methods',
    run: () => verifyGitHub(secret, body, gitHubSignature),
    wants: (answer) => answer === true,
  },
  {
    // It parses the body too, and cannot be told not to.
    name: 'standardwebhooks',
    run: () => standard.verify(body, standardHeaders),
    wants: (answer) => (answer as { event: string }).event === returnedEvent.event,
  },
]
for (const { name, run, wants } of rivals) {
  if (!wants(await run())) throw new Error(`${name} did not verify`)
}

const rounds = rivals.map(() => [] as number[])
for (let round = 0; round < 15; round++) {
  for (const [index, { run }] of rivals.entries()) {
    globalThis.gc?.()
    const start = performance.now()
    for (let call = 0; call < 2_000; call++) await run()
    if (round > 0) rounds[index]?.push(((performance.now() - start) * 1000) / 2_000)
  }
}
const medians = rounds.map((all) => all.sort((one, two) => one - two)[7] as number)
const [ours = 0] = medians
console.log(`\nverify ${bytes.length} bytes, median of 14 rounds of 2,000 calls, one at a time`)
for (const [index, { name }] of rivals.entries()) {
  const us = medians[index] as number
  console.log(
    `${name.padEnd(28)}${us.toFixed(1).padStart(8)} µs${(us / ours).toFixed(2).padStart(7)} ×`,
  )
}
