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

const uses: [name: string, use: (options: never) => unknown][] = [
  ['createWebhookReceiver', createWebhookReceiver],
  ['createWebhookHandler', createWebhookHandler],
  ['createNodeHandler', createNodeHandler],
  ['parseWebhook', parseWebhook],
  ['verifySignature', verifySignature],
  ['signPayload', signPayload],
]

const secrets = [createSecret()]
const handlers = { onEvent() {}, onQuarantine() {} }
const unusable: [name: string, options: object][] = [
  ...[null, [], new Map(), () => {}, 'a', { a: 'submission.udpated' }, { a: null }].map(
    (aliases): [string, object] => ['aliases', { aliases }],
  ),
  ...[Number.NaN, -1, '60', null].flatMap((value): [string, object][] => [
    ['maxAgeSeconds', { maxAgeSeconds: value }],
    ['maxAheadSeconds', { maxAheadSeconds: value }],
  ]),
]

it.each(unusable)('6.1 refuses unusable %s: %o', async (name, options) => {
  const says = new RegExp(`^${name} is unusable`)
  expect(() => createWebhookReceiver({ secrets, ...handlers, ...options })).toThrow(says)
  const body = new Uint8Array()
  const parsed = parseWebhook({ body, headers: {}, secrets, ...options })
  await expect(parsed).rejects.toThrow(says)
})

describe('options that are not an object', () => {
  for (const [name, use] of uses) {
    it.each([[null], [undefined], ['text'], [1]])(`${name} refuses %j`, async (options) => {
      const act = async () => use(options as never)
      const kind = options === null ? 'null' : typeof options
      await expect(act()).rejects.toThrow(TypeError)
      await expect(act()).rejects.toThrow(`options is unusable. Pass an object, not ${kind}.`)
    })
  }

  it('fastifyWebhook names the option that is missing', async () => {
    const act = async () => await fastify().register(fastifyWebhook, null as never)
    await expect(act()).rejects.toThrow(/^secrets is unusable\. Pass a list/)
  })

  it.each([[null], [undefined]])(
    'fastifyWebhook refuses %j if called directly',
    async (options) => {
      const act = async () => fastifyWebhook(fastify(), options as never)
      await expect(act()).rejects.toThrow(/^options is unusable\. Pass an object/)
    },
  )
})
