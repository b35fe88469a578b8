import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { fastifyWebhook } from '../src/fastify.ts'
import {
  createSecret,
  createWebhookHandler,
  createWebhookReceiver,
  parseWebhook,
  signPayload,
  verifySignature,
} from '../src/index.ts'
import { createNodeHandler } from '../src/node.ts'

const good = { secrets: [createSecret()], onEvent() {}, onQuarantine() {} }
type Row = [name: string, options: object]

const ofBoth: Row[] = [
  ...[null, [], new Map(), () => {}, 'a', { a: 'submission.udpated' }, { a: null }].map(
    (aliases): Row => ['aliases', { aliases }],
  ),
  ...[Number.NaN, -1, '60', null].flatMap((value): Row[] => [
    ['maxAgeSeconds', { maxAgeSeconds: value }],
    ['maxAheadSeconds', { maxAheadSeconds: value }],
  ]),
]
const ofReceivers: Row[] = [
  ['secrets', { secrets: undefined }],
  ['secrets', { secrets: [] }],
  ['secrets[0]', { secrets: ['whsec_x'] }],
  ['verification', { verification: 'on' }],
  ['onEvent', { onEvent: undefined }],
  ['onQuarantine', { onQuarantine: 'yes' }],
  ['onError', { onError: 1 }],
  ['now', { now: 0 }],
  ['policy', { policy: 'accept' }],
  ['retryAfterSeconds', { retryAfterSeconds: -1 }],
  ['retryAfterSeconds', { retryAfterSeconds: 0.5 }],
  ['retryAfterSeconds', { retryAfterSeconds: '5' }],
]

/** The message of the `TypeError` that `act` causes. */
async function refusal(act: () => unknown): Promise<string> {
  const error = await Promise.resolve()
    .then(act)
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(TypeError)
  return (error as TypeError).message
}

it.each([...ofBoth, ...ofReceivers])('F20 a receiver refuses %s: %o', async (name, change) => {
  const message = await refusal(() => createWebhookReceiver({ ...good, ...change } as never))
  expect(message.startsWith(`${name} `), message).toBe(true)
})

it.each(ofBoth)('6.1 parseWebhook refuses %s: %o', async (name, change) => {
  const options = { body: '', headers: {}, secrets: good.secrets, ...change }
  expect(await refusal(() => parseWebhook(options))).toMatch(new RegExp(`^${name} is unusable`))
})

describe.each<[string, (options: never) => unknown]>([
  ['createWebhookReceiver', createWebhookReceiver],
  ['createWebhookHandler', createWebhookHandler],
  ['createNodeHandler', createNodeHandler],
  ['parseWebhook', parseWebhook],
  ['verifySignature', verifySignature],
  ['signPayload', signPayload],
])('%s', (_, use) => {
  it.each([[null], [undefined], ['text'], [1]])('refuses %j as its options', async (options) => {
    const kind = options === null ? 'null' : typeof options
    const message = `options is unusable. Pass an object, not ${kind}.`
    expect(await refusal(() => use(options as never))).toBe(message)
  })
})

it('fastifyWebhook names the option that is missing', async () => {
  const message = await refusal(() => fastify().register(fastifyWebhook, null as never))
  expect(message).toMatch(/^secrets is unusable\. Pass a list/)
})
