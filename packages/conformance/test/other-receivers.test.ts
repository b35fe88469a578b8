import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  checkFaulty as check,
  keyOf,
  type Parts,
  rightParts,
  secrets,
} from './faulty/faulty-receiver.ts'

/** Answers each status by another one, which may depend on how many came before. */
const answering = (
  statusOf: (status: number, count: number) => number,
  body = '',
): Partial<Parts> => {
  let count = 0
  return {
    respond: (response, status) => void response.writeHead(statusOf(status, ++count)).end(body),
  }
}

const forgeryAs = (other: number, body?: string) =>
  answering((status) => (status === 401 ? other : status), body)

/** Verifies digits of either case, as D-002 lets a receiver do. */
const eitherCase: Partial<Parts> = {
  verify: ({ signature = '', ...delivery }, known) =>
    rightParts.verify(
      { ...delivery, signature: signature.replace(/[A-F]/g, (digit) => digit.toLowerCase()) },
      known,
    ),
}

/** All that only decisions forbid, at once. */
const ownWays: Partial<Parts> = {
  unreadable: 400,
  unknownEvent: 422,
  duplicate: 409,
  limitBytes: 10_000,
  isSuperseded: () => false,
}

describe.concurrent('right receivers that are built in another way', () => {
  it.each<[string, Partial<Parts>]>([
    [
      'answers with any 2xx and a body, and forgeries with 403',
      { ...forgeryAs(403, '{"ok":true}'), unreadable: 204, unknownEvent: 200, duplicate: 200 },
    ],
    ['answers forgeries 202 and keeps them aside', forgeryAs(202)],
    ['acts some time after its answer', { work: (act) => void pause(100).then(act) }],
    ['takes the digits of a signature in either case', eitherCase],
    ['starts with a 503', answering((status, count) => (count === 1 ? 503 : status))],
  ])('finds nothing in a receiver that %s', async (_, parts) => {
    const { results } = await check(parts)
    expect(results.filter(({ finding }) => finding)).toEqual([])
  })

  it.each<[string, Partial<Parts>]>([
    ['does not deduplicate', { keysOf: () => [] }],
    ['follows no decision', ownWays],
  ])('fails none that %s', async (_, parts) => {
    const { results, ok } = await check(parts)
    expect(results.filter(({ status }) => status === 'failed')).toEqual([])
    expect(ok).toBe(true)
  })

  it('D-005 finds, with one secret, a receiver that deduplicates by the signature header', async () => {
    const { results } = await check(
      { ...eitherCase, keysOf: (_, { signature = '' }) => [signature] },
      { secrets: secrets.slice(0, 1), only: ['duplicate-with-other-signature'] },
    )
    expect(results).toMatchObject([{ status: 'warning', warning: 'acted-twice' }])
  })

  it('5.7 takes secrets as bytes, and shows none of them', async () => {
    const { results, ok } = await check({}, { secrets: secrets.map(keyOf) })
    expect(results.filter(({ finding }) => finding)).toEqual([])
    expect(ok).toBe(true)
    expect(JSON.stringify(results)).not.toContain(secrets[0]?.slice('whsec_'.length))
  })

  it('cannot judge the text of a secret that is text itself', async () => {
    const { results } = await check({}, { secrets: ['a plain secret'], only: ['keyed-by-text'] })
    expect(results).toMatchObject([{ status: 'not-judged', finding: false }])
  })

  it('does not fail a receiver that acts on only the newest of several changes', async () => {
    const waiting = new Map<string, number>()
    let count = 0
    const { results } = await check(
      {
        keysOf: async () => [String(++count)],
        takes({ submission: { uuid } }) {
          waiting.set(uuid, count + 1)
          return true
        },
        work(act) {
          const mine = count
          void pause(400).then(() => [...waiting.values()].includes(mine) && act())
        },
      },
      { only: ['each-change', 'status-again'], effectsTimeoutMs: 1_000 },
    )
    expect(results.map(({ status }) => status)).toEqual(['warning', 'warning'])
  })
})

describe.concurrent('answers that prove nothing', () => {
  it('neither fails nor passes a receiver that answers 429 at some time', async () => {
    const { results } = await check(answering((status, count) => (count > 25 ? 429 : status)))
    expect(results.filter(({ finding }) => finding)).toEqual([])
    for (const id of ['no-signature', 'foreign-signature', 'signature-used-again', 'still-there']) {
      const result = results.find((one) => one.id === id)
      expect(result).toMatchObject({ status: 'not-judged', received: '429' })
      expect(result?.next).toMatch(/^The receiver answers 429/)
    }
  })

  it.each([401, 429, 503])(
    '5.6 blames only the plain deliveries, and praises nothing, if a receiver answers %i to everything',
    async (status) => {
      const { results, ok } = await check(answering(() => status))
      const found = results.filter((one) => one.finding).map(({ id }) => id)
      expect([ok, found]).toEqual([false, ['granted', 'returned']])
      expect(results.filter((one) => one.status === 'passed')).toEqual([])
    },
  )
})
