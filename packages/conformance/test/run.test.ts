import { createHmac } from 'node:crypto'
import { getEventListeners } from 'node:events'
import { constants } from '@partner-platform/types'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  ConformanceError,
  checkReceiver,
  checkServer,
  conformanceErrors,
  type ReceiverCheckOptions,
  type Result,
} from '../src/index.ts'
import {
  checkFaulty,
  openFaulty,
  type Parts,
  quickPauses as pauses,
  secrets,
} from './faulty/faulty-receiver.ts'
import { openServer } from './open-server.ts'

async function open() {
  const receiver = await openFaulty()
  onTestFinished(receiver.close)
  return receiver
}

const find = (results: readonly Result[], id: string) =>
  results.find((result) => result.id === id) as Result

describe('options', () => {
  const url = 'http://127.0.0.1:9/'
  const unusable: [says: string, options: object, names: RegExp][] = [
    ['no url', {}, /^url /],
    ['another scheme', { url: 'ftp://127.0.0.1/' }, /^url /],
    ['a credential', { url: 'http://user:word@127.0.0.1/' }, /^url (?!.*word)/],
    ['a secret that does not decode', { url, secrets: ['whsec_c2hvcnQ'] }, /^secrets(?!.*c2hvcnQ)/],
    ['a secret that is a number', { url, secrets: [7] }, /^secrets\[0\] .*neither text nor bytes/],
    ['an empty list of secrets', { url, secrets: [] }, /^secrets /],
    [
      'an unknown check',
      { url, only: ['granted', 'nothing'] },
      /^Option only \(--only\) names unknown checks: nothing/,
    ],
    ['no check', { url, only: [] }, /^Option only \(--only\) is empty/],
    ['no duration', { url, fetchTimeoutMs: 0 }, /^fetchTimeoutMs /],
    ['an endless duration', { url, effectsTimeoutMs: Infinity }, /^effectsTimeoutMs /],
    ['no function', { url, effects: [] }, /^effects /],
    ['no pause', { url, pauses: { slowBodyMs: 0 } }, /^pauses.slowBodyMs /],
    ['no signal', { url, signal: {} }, /^signal /],
  ]
  it.each(unusable)('%s is a TypeError that names the option', (_, options, names) =>
    expectRefused(checkReceiver(options as ReceiverCheckOptions), names),
  )

  const apiKey = 'ok-key-123'
  it.each<[says: string, options: object, names: RegExp]>([
    ['no key', { apiKey: '' }, /^apiKey /],
    ['a key with white space', { apiKey: 'two words of a key' }, /^apiKey (?!.*words)/],
    ['a short key', { revokedKey: 'x' }, /^revokedKey /],
    ['an origin with a path', { allowedOrigin: `${url}x` }, /^allowedOrigin /],
    ['a query', { baseUrl: `${url}?a=1` }, /^baseUrl /],
  ])('a server with %s is a TypeError that names the option', (_, options, names) =>
    expectRefused(checkServer({ baseUrl: url, apiKey, ...options }), names),
  )

  async function expectRefused(run: Promise<unknown>, names: RegExp) {
    const error = await run.catch((one) => one)
    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).message).toMatch(names)
  }
})

describe('a run that cannot be finished', () => {
  it('rejects with unreachable if nothing listens', async () => {
    const { url, close } = await openServer(() => {})
    await close()
    const runs = [
      () => checkReceiver({ url, secrets }),
      () => checkServer({ baseUrl: url, apiKey: 'ok-key-123' }),
    ]
    for (const run of runs) {
      const error = await run().catch((one) => one)
      expect(error).toBeInstanceOf(ConformanceError)
      expect(error).toMatchObject({ code: 'unreachable', cause: { code: 'ECONNREFUSED' } })
      expect(error.message).toContain(conformanceErrors.unreachable.next)
    }
  })

  it('rejects with aborted, before it began or in the middle', async () => {
    const { url } = await open()
    const reason = new Error('enough')
    const early = checkReceiver({ url, secrets, signal: AbortSignal.abort(reason) })
    await expect(early).rejects.toMatchObject({ code: 'aborted', cause: reason })
    const stop = new AbortController()
    const late = checkReceiver({
      url,
      secrets,
      pauses,
      signal: stop.signal,
      onProgress: ({ sent }) => (sent === 5 ? stop.abort(reason) : undefined),
    })
    await expect(late).rejects.toMatchObject({ code: 'aborted', cause: reason })
  })

  it.each([
    ['throws', () => Promise.reject(new Error('no'))],
    ['gives no list', () => ({}) as never],
    ['gives a list of something else', () => [{ uuid: 1 }] as never],
    ['takes too long', () => new Promise<never>(() => {})],
  ])('rejects with effects-failed if effects %s', async (_, effects) => {
    const { url } = await open()
    const run = checkReceiver({ url, secrets, effects, effectsTimeoutMs: 50 })
    await expect(run).rejects.toMatchObject({ code: 'effects-failed', cause: expect.any(Error) })
  })
})

describe('what a run reports', () => {
  it('reports results at once, in the order of the checks, and counts them', async () => {
    const { url } = await open()
    const seen: string[] = []
    const progress: number[] = []
    const report = await checkReceiver({
      url,
      secrets,
      environment: 'staging',
      only: ['returned', 'no-signature', 'granted'],
      now: () => Date.parse('2030-01-02T03:04:05.678Z'),
      onResult: ({ id }) => seen.push(id),
      onProgress: ({ sent, of }) => progress.push(sent / of),
    })
    expect(seen).toEqual(['granted', 'returned', 'no-signature'])
    expect(report.results.map(({ id }) => id)).toEqual(seen)
    expect(progress).toEqual([0, 1 / 3, 2 / 3, 1])
    const startedAt = '2030-01-02T03:04:05.678Z'
    expect(report).toMatchObject({ target: 'receiver', url, environment: 'staging', startedAt })
  })

  it('leaves no listener behind, and causes no warning of Node', async () => {
    const warnings: Error[] = []
    const keep = (warning: Error) => warnings.push(warning)
    process.on('warning', keep)
    const { url } = await open()
    const { signal } = new AbortController()
    const ids = ['burst', 'duplicates-at-once', 'duplicate']
    await checkReceiver({ url, secrets, signal, only: ids })
    await checkReceiver({ url, secrets, only: ids })
    // Warnings come in a later turn.
    await new Promise(setImmediate)
    process.off('warning', keep)
    expect(warnings).toEqual([])
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('5.6 does not judge a 2xx to a forgery as long as nobody sees effects', async () => {
    const options = { effects: undefined, only: ['no-signature'] }
    const { results } = await checkFaulty({ verify: () => true }, options)
    expect(results).toMatchObject([{ status: 'not-judged', finding: false }])
  })

  it('5.6 passes nothing for a lack of effects if there are no effects at all', async () => {
    const only = ['granted', 'duplicate', 'replayed-recording']
    const options = { effects: () => [], effectsTimeoutMs: 50, only }
    const { results } = await checkFaulty({ unreadable: 202 }, options)
    expect(results.map(({ status }) => status)).toEqual(['failed', 'not-judged', 'not-judged'])
  })

  it.each([
    ['its text', (secret: string) => secret, /text of the secret/],
    ['its base64', (secret: string) => secret.slice(constants.secretPrefix.length), /base64/],
  ])('5.5 finds out that a receiver keys with the secret in %s', async (_, keyOf, hint) => {
    const verify: Parts['verify'] = ({ body, signature }, [secret = '']) =>
      signature ===
      constants.signaturePrefix + createHmac('sha256', keyOf(secret)).update(body).digest('hex')
    const { results } = await checkFaulty({ verify }, { only: ['granted', 'exact-bytes'] })
    for (const result of results)
      expect(result).toMatchObject({ next: expect.stringMatching(hint) })
  })

  it.each([
    [307, /redirect/],
    [404, /path/],
  ])('D-010 says what a %i to genuine deliveries means', async (status, hint) => {
    const { results } = await checkFaulty({ refuse: () => status }, { only: ['granted'] })
    expect(results).toMatchObject([{ status: 'failed', next: expect.stringMatching(hint) }])
  })

  it('5.5 leaves signatures alone for an integration without them', async () => {
    const { results, ok } = await checkFaulty({ verify: () => true }, { secrets: undefined })
    expect(ok).toBe(true)
    expect(find(results, 'granted').status).toBe('passed')
    expect(find(results, 'granted').curl).not.toContain(constants.signaturePrefix)
    expect(find(results, 'no-signature')).toMatchObject({ status: 'not-judged', finding: false })
    expect(find(results, 'older-secret')).toMatchObject({ status: 'not-judged', finding: false })
  })

  it('3.trigger reports a receiver that goes down during the run', async () => {
    const receiver = await openFaulty()
    const report = await checkReceiver({
      url: receiver.url,
      secrets,
      pauses,
      onProgress: ({ sent }) => void (sent === 10 && receiver.close()),
    })
    expect(report.ok).toBe(false)
    const refused = report.results.filter(({ received }) => /connection was refused/.test(received))
    expect(refused.length).toBeLessThan(5)
    expect(find(report.results, 'still-there')).toMatchObject({
      status: 'not-judged',
      next: expect.stringContaining('no longer answers'),
    })
  })

  it('D-005 uses UUIDs that are given, so that a run can be made again', async () => {
    const { url, effects } = await open()
    let count = 0
    const uuid = () => `00000000-0000-4000-8000-${String(count++).padStart(12, '0')}`
    await checkReceiver({ url, secrets, effects, pauses, uuid, only: ['granted'] })
    expect(effects().map((effect) => effect.uuid.slice(0, -2))).toEqual(
      Array(2).fill('00000000-0000-4000-8000-0000000000'),
    )
  })

  it('8.1 says that the limit of a key is used up, at the first call or on the way', async () => {
    let left = 0
    const { url, close } = await openServer((_, response) =>
      response.writeHead(left-- > 0 ? 200 : 429).end(),
    )
    onTestFinished(close)
    const options = { baseUrl: url, apiKey: 'ok-key-123' }
    await expect(checkServer(options)).rejects.toMatchObject({ code: 'limit-used-up' })
    left = 1
    const { results } = await checkServer({ ...options, only: ['bearer-key', 'unknown-query'] })
    expect(results.map(({ status }) => status)).toEqual(['passed', 'not-judged'])
    expect(results[1]?.next).toContain('used up')
  })
})
