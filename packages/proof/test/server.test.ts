import { scaled } from '@partner-platform/harness'
import { createTestClock, openPlatform, type Platform } from '@partner-platform/server/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  below,
  type Document,
  follow,
  isPathOf,
  nodeAt,
  operationsOf,
  responsesOf,
} from '../src/document.ts'
import { type Exchange, openWire } from '../src/http/exchange.ts'
import { createJudge, findRepeatedIds, type Judge } from '../src/judge/create-judge.ts'
import { changeConstants, tamper } from '../src/judge/tamper.ts'
import { type RunModelOptions, runModel } from '../src/model/run-model.ts'
import { bundleDocuments } from '../src/redocly/bundle-documents.ts'
import { runCountriesWorkflow } from '../src/redocly/run-workflows.ts'
import { faultyRequest, strangeRequest } from '../src/requests/arbitrary-faults.ts'
import { documentedRequest, withUnknownQuery } from '../src/requests/arbitrary-requests.ts'
import { limit, openTraffic, type Traffic } from '../src/requests/open-traffic.ts'
import type { RequestWorld } from '../src/requests/read-operations.ts'
import { seed } from '../src/seed.ts'

let traffic: Traffic
let platform: Platform
let wire: Traffic['wire']
let document: Document
let judge: Judge
let worlds: Traffic['worlds']

beforeAll(async () => {
  document = (await bundleDocuments()).openapi
  traffic = await openTraffic(document)
  ;({ platform, wire, judge, worlds } = traffic)
})
afterAll(() => traffic?.close())

describe('requests that the document generates', () => {
  it(`4.1.success answers those that keep to it as they are owed`, () =>
    traffic.sendAll(documentedRequest, scaled(60)))

  it(`4.1.queryParameters ignores query parameters`, () =>
    traffic.sendAll(withUnknownQuery, scaled(15)))

  it(`I12, 5.4, D-017, D-018, D-019, D-021, D-022 refuses each request that breaks a rule`, () =>
    traffic.sendAll(faultyRequest, scaled(200)))

  it(`D-016 answers what the document does not have in the same envelope`, () =>
    traffic.sendAll(strangeRequest, scaled(40)))

  it('has tried every kind', () => {
    const { kinds } = traffic
    expect([...kinds.values()].every((count) => count >= scaled(1))).toBe(true)
    const ofKeys = worlds.some(({ operation }) => operation.keys.length > 0)
    const ofBodies = worlds.some(({ operation }) => operation.body !== undefined)
    const wanted = [
      ...(worlds.some(({ operation }) => operation.missing === 404) ? ['nothing there'] : []),
      ...(ofKeys ? ['unreadable path'] : []),
      ...(ofBodies ? ['another type', 'broken body', 'no JSON', 'too large'] : []),
      ...['another method', 'another path', 'another scheme', 'broken key', 'key in a cookie'],
      ...['key in the query', 'key of another environment', 'no key', 'not modified'],
      ...['origin that is not allowed', 'repeated header', 'revoked key'],
      ...['revoked key, other origin', 'success', 'two different keys', 'unknown query'],
      'unreadable If-None-Match',
    ]
    expect([...kinds.keys()].sort()).toEqual(wanted.sort())
  })
})

describe('a model of keys, environments, origins and limits', () => {
  const given = (
    changed: Partial<RunModelOptions['real']> = {},
    world: RequestWorld = worlds[0],
  ): RunModelOptions => {
    const { clock } = traffic
    const real = { ...platform, clock, send: wire.send, judge, world, ...changed }
    return { real, limit, seed, runs: 8 + scaled(4) }
  }

  it(`5.3, 5.4, D-015, D-018, D-020, D-021 agrees with the server after every step`, async () => {
    for (const world of worlds) {
      const before = wire.exchanges.length
      const rare = () => {
        const sent = wire.exchanges.slice(before).map(({ response }) => response.status)
        return [world.sample.status, 401, 403, 429].filter(
          (status) => sent.filter((one) => one === status).length < scaled(2),
        )
      }
      // Some seeds hardly use a quota up, so more sequences follow until every status was seen.
      for (let round = 0; round === 0 || rare().length > 0; round += 1) {
        expect(round, `rare: ${rare()}`).toBeLessThan(20)
        const details = await runModel({ ...given({}, world), seed: seed + round })
        expect(details.failed, fc.defaultReportMessage(details) ?? '').toBe(false)
      }
    }
  })

  const { quota, windowSeconds } = limit
  type Change = () => Partial<RunModelOptions['real']>
  const withoutOrigin: Change = () => ({
    send: ({ headers, ...request }) =>
      wire.send({ ...request, headers: headers.filter(([name]) => name !== 'Origin') }),
  })
  const lateEnd: Change = () => ({
    rotateKey: (id, seconds) => platform.rotateKey(id, seconds + 1),
  })
  it.each<[string, Change, limit?: RunModelOptions['limit']]>([
    ['that revokes nothing', () => ({ revokeKey: async () => {} })],
    ['whose old key outlives its rotation', lateEnd],
    ['of any environment', () => ({ createKey: () => platform.createKey() })],
    ['that looks at no origin', withoutOrigin],
    ['that admits one call too many', () => ({}), { quota: quota - 1, windowSeconds }],
    ['whose window is a second short', () => ({}), { quota, windowSeconds: windowSeconds + 1 }],
  ])('finds a server %s', async (_, change, wrongLimit = limit) => {
    const options = { ...given(change()), limit: wrongLimit, runs: 400, shrinks: false }
    const details = await runModel(options)
    expect(details.failed).toBe(true)
    expect(String(details.errorInstance)).toMatch(/Expected .*received/)
  })
})

it('4.1.success, 5.2, 5.4, 7.401, 7.403, 7.429, D-022 the workflow of the contract ends as described', async () => {
  const { ok, output, steps } = await runCountriesWorkflow(platform)
  expect(ok, output).toBe(true)
  const repeated = steps.filter(([name]) => name === 'useTheQuotaUp/listUntilLimited')
  expect(repeated.at(-1)).toEqual(['useTheQuotaUp/listUntilLimited', 429])
  expect(steps.filter((step) => !repeated.includes(step))).toEqual([
    ['listWithBearerToken/list', 200],
    ['listWithKeyHeader/list', 200],
    ['askForWhatChanged/list', 200],
    ['askForWhatChanged/listAgain', 304],
    ['askForWhatChanged/listWithAnotherTag', 200],
    ['beRefusedWithoutKey/listWithoutKey', 401],
    ['beRefusedWithoutKey/listWithRevokedKey', 401],
    ['beForbidden/listWithKeyOfAnotherEnvironment', 403],
    ['beForbidden/listFromAnotherOrigin', 403],
    ['useTheQuotaUp/listWhileLimited', 429],
  ])
})

describe('the judge of responses', () => {
  /** Up to five exchanges for each status of each path. */
  function shown(): Exchange[] {
    const paths = operationsOf(document).map(({ path }) => path)
    const kindOf = ({ request, response }: Exchange) => {
      const [target = ''] = request.target.split('?')
      return `${response.status} ${paths.find((path) => isPathOf(path, target))}`
    }
    return Object.values(Object.groupBy(wire.exchanges, kindOf)).flatMap((some = []) =>
      some.slice(0, 5),
    )
  }

  it('finds every fault that a wrong server could make in an answer of any status', () => {
    const all = shown().flatMap((exchange) => tamper(document, exchange))
    expect(new Set(all.map(({ name }) => name)).size).toBeGreaterThan(100)
    expect(
      all.filter(({ exchange }) => judge(exchange).length === 0).map(({ name }) => name),
    ).toEqual([])
  })

  it('I12 has seen every status, property, pattern, constant and bound of the answers', () => {
    const mutants = changeRules(document)
    expect(mutants.length).toBeGreaterThan(30)
    const exchanges = shown()
    const survivors = mutants.filter((mutant) => {
      const judgeBy = createJudge(mutant.document, { limit })
      return exchanges.every((exchange) => judgeBy(exchange).length === 0)
    })
    expect(survivors.map(({ name }) => name)).toEqual([])
  })

  it('D-016 every request of the whole run has an id of its own', () => {
    expect(wire.exchanges.length).toBeGreaterThan(scaled(250))
    expect(findRepeatedIds(wire.exchanges)).toEqual([])
    // The search does find a repeated id.
    expect(findRepeatedIds([...wire.exchanges, ...wire.exchanges.slice(-1)])).toHaveLength(1)
  })

  it('D-015, D-017, D-022 finds every constant that answers reveal, on a server with default settings', async () => {
    const plain = await openPlatform({ clock: createTestClock(), database: platform.database })
    const { send } = openWire(plain.url)
    const { key } = await plain.createKey()
    const exchanges: Exchange[] = []
    for (const world of worlds) {
      const { method } = world.operation
      const { headers, ...sample } = world.sample
      for (const text of [key, 'no-key']) {
        const lines = [['Authorization', `Bearer ${text}`] as const, ...headers]
        exchanges.push(await send({ ...sample, method, headers: lines }))
      }
    }
    send.close()
    await plain.close()
    expect(exchanges.flatMap(createJudge(document))).toEqual([])
    const mutants = changeConstants(document)
    expect(mutants.length).toBeGreaterThan(4)
    const survivors = mutants.filter((mutant) => {
      const judgeBy = createJudge(mutant.document)
      return exchanges.every((exchange) => judgeBy(exchange).length === 0)
    })
    expect(survivors.map(({ name }) => name)).toEqual([])
  })
})

/** Documents that lack one status or property, or change one rule, so that answers that use it are wrong. */
function changeRules(document: Document): { name: string; document: Document }[] {
  const changed = { pattern: '^never$', const: 'never', minimum: 1e9, maximum: -1, minLength: 1e9 }
  const places = new Set<string>()
  const collect = (start: string) => {
    const place = follow(document, start)
    const node = nodeAt(document, place)
    if (typeof node !== 'object' || node === null || places.has(place)) return
    places.add(place)
    // An open set takes anything, and its members with it.
    const keys = Object.keys(node).filter((key) => !/^(x-.*|examples?|anyOf|enum)$/.test(key))
    for (const key of keys) collect(below(place, key))
  }
  for (const { place } of responsesOf(document)) collect(place)
  const mutate = (place: string, what: string, change: object) => {
    const copy = structuredClone(document)
    Object.assign(nodeAt(copy, place) as object, change)
    return { name: `${place} ${what}`, document: copy }
  }
  const rules = [...places].flatMap((place) => {
    const node = nodeAt(document, place) as { properties?: object }
    const { properties = {} } = node
    return [
      ...Object.keys(properties).map((name) =>
        mutate(place, name, { properties: { ...properties, [name]: false } }),
      ),
      ...Object.entries(changed)
        .filter(([rule]) => Object.hasOwn(node, rule))
        .map(([rule, value]) => mutate(place, rule, { [rule]: value })),
    ]
  })
  const statuses = operationsOf(document).flatMap(({ place }) => {
    const { responses } = nodeAt(document, place) as { responses: object }
    return Object.entries(responses).map(([status], at, all) =>
      mutate(place, status, { responses: Object.fromEntries(all.toSpliced(at, 1)) }),
    )
  })
  return [...rules, ...statuses]
}
