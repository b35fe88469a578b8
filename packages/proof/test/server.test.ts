import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Document } from '../src/document.ts'
import type { Exchange } from '../src/http/exchange.ts'
import { openWire } from '../src/http/open-wire.ts'
import { toHar } from '../src/http/to-har.ts'
import { createJudge, type Judge } from '../src/judge/create-judge.ts'
import { findRepeatedIds } from '../src/judge/find-repeated-ids.ts'
import { itemsOf } from '../src/judge/items-of.ts'
import { mutateConstants, mutateDocument } from '../src/judge/mutate-document.ts'
import { type Tampered, tamper } from '../src/judge/tamper.ts'
import { wrongServers } from '../src/judge/wrong-servers.ts'
import { type RunModelOptions, runModel } from '../src/model/run-model.ts'
import { bundleDocuments } from '../src/redocly/bundle-documents.ts'
import { runDrift } from '../src/redocly/run-drift.ts'
import { runWorkflows } from '../src/redocly/run-workflows.ts'
import { useFolder } from '../src/redocly/use-folder.ts'
import { faultyRequest } from '../src/requests/arbitrary-faults.ts'
import { documentedRequest, withUnknownQuery } from '../src/requests/arbitrary-requests.ts'
import { strangeRequest } from '../src/requests/arbitrary-strangers.ts'
import { askEachOperation } from '../src/requests/ask-each-operation.ts'
import { openRequestWorlds } from '../src/requests/open-request-worlds.ts'
import type { RequestCase, RequestWorld } from '../src/requests/request-case.ts'
import { seed } from '../src/seed.ts'
import { keepFewCountries } from '../src/world/keep-few-countries.ts'
import { openPlatform, type Platform } from '../src/world/open-platform.ts'

const folder = useFolder()
const limit = { quota: 12, windowSeconds: 60 }
let platform: Platform
let wire: ReturnType<typeof openWire>
let document: Document
let judge: Judge
let worlds: [RequestWorld, ...RequestWorld[]]
/** What was sent as the document says, and what was not. */
const documented: Exchange[] = []
const others: Exchange[] = []
const entriesOfWorkflows: object[] = []

/** Of the archive that `respect` writes: whether the request carries a key at all. */
const hasKey = (entry: object) => /"(authorization|x-api-key)"/.test(JSON.stringify(entry))

beforeAll(async () => {
  const [opened, { openapi }] = await Promise.all([
    openPlatform({ rateLimit: limit }),
    bundleDocuments(),
  ])
  platform = opened
  await keepFewCountries(platform)
  wire = openWire(platform.url)
  document = openapi
  judge = createJudge(document, { limit })
  worlds = await openRequestWorlds({ platform, document, send: wire.send })
})
afterAll(async () => {
  wire?.send.close()
  await platform?.close()
})

describe('requests that the document generates', () => {
  const kinds = new Map<string, number>()

  /** Sends each request, holds the answer to what it is owed and to the document. */
  const sendAll = async (
    make: (world: RequestWorld) => fc.Arbitrary<RequestCase>,
    runs: number,
  ) => {
    const requests = fc.oneof(...worlds.map(make))
    const property = fc.asyncProperty(requests, async ({ kind, request, status, isDocumented }) => {
      // The quota never counts here: each call comes when the window has room again.
      platform.clock.advance((limit.windowSeconds * 1_000) / (limit.quota - 1))
      const exchange = await wire.send(request)
      if (isDocumented) documented.push(exchange)
      else others.push(exchange)
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      expect({ status: exchange.response.status, problems: judge(exchange) }, kind).toEqual({
        status,
        problems: [],
      })
    })
    await fc.assert(property, { seed, numRuns: runs * worlds.length })
  }

  it(`4.1.success answers those that keep to it as they are owed`, () =>
    sendAll(documentedRequest, 400))

  it(`4.1.queryParameters ignores query parameters`, () => sendAll(withUnknownQuery, 100))

  it(`5.4, D-017, D-018, D-019, D-021, D-022 refuses each that breaks a rule`, () =>
    sendAll(faultyRequest, 900))

  it(`D-016 answers what the document does not have in the same envelope`, () =>
    sendAll(strangeRequest, 400))

  it('has tried every kind', () => {
    expect([...kinds.values()].every((count) => count > 5)).toBe(true)
    expect([...kinds.keys()].sort()).toEqual([
      ...['another method', 'another path', 'another scheme', 'broken key', 'key in a cookie'],
      ...['key in the query', 'key of another environment', 'no key', 'not modified'],
      ...['origin that is not allowed', 'repeated header', 'revoked key'],
      ...['revoked key, other origin', 'success', 'two different keys', 'unknown query'],
      'unreadable If-None-Match',
    ])
  })
})

describe('a model of keys, environments, origins and limits', () => {
  const given = (
    changed: Partial<RunModelOptions['real']> = {},
    { operation }: RequestWorld = worlds[0],
  ): RunModelOptions => {
    const real = { ...platform, send: wire.send, judge, operation, ...changed }
    return { platform, real, limit, seed, runs: 40 }
  }

  it(`5.3, 5.4, D-015, D-018, D-020, D-021 agrees with the server after every step`, async () => {
    for (const world of worlds) {
      const before = wire.exchanges.length
      const details = await runModel(given({}, world))
      const exchanges = wire.exchanges.slice(before)
      documented.push(...exchanges)
      expect(details.failed, fc.defaultReportMessage(details) ?? '').toBe(false)
      const statuses = Object.groupBy(exchanges, ({ response }) => response.status)
      for (const status of [200, 401, 403, 429]) {
        expect(statuses[status]?.length, `${status}`).toBeGreaterThan(20)
      }
    }
  })

  const { quota, windowSeconds } = limit
  it.each<[string, () => Partial<RunModelOptions['real']>, Partial<RunModelOptions>]>([
    ['that revokes nothing', () => ({ revokeKey: async () => {} }), {}],
    [
      'whose old key outlives its rotation',
      () => ({ rotateKey: (id, seconds) => platform.rotateKey(id, seconds + 1) }),
      {},
    ],
    ['of any environment', () => ({ createKey: () => platform.createKey() }), {}],
    [
      'that looks at no origin',
      () => ({
        send: ({ headers, ...request }) =>
          wire.send({ ...request, headers: headers.filter(([name]) => name !== 'Origin') }),
      }),
      {},
    ],
    ['that admits one call too many', () => ({}), { limit: { quota: quota - 1, windowSeconds } }],
    [
      'whose window is a second short',
      () => ({}),
      { limit: { quota, windowSeconds: windowSeconds + 1 } },
    ],
  ])('finds a server %s', async (_, change, options) => {
    const details = await runModel({ ...given(change()), ...options, runs: 400, shrinks: false })
    expect(details.failed).toBe(true)
    expect(String(details.errorInstance)).toMatch(/Expected .*received/)
  })
})

describe('workflows', () => {
  const file = fileURLToPath(
    import.meta.resolve('@partner-platform/specs/workflows/list-countries.arazzo.yaml'),
  )
  const run = async (changed: Record<string, string> = {}) => {
    const revoked = await platform.createKey()
    await platform.revokeKey(revoked.id)
    const inputs = {
      apiKey: (await platform.createKey()).key,
      otherEnvironmentKey: (await platform.createKey('staging')).key,
      revokedKey: revoked.key,
      ...changed,
    }
    return runWorkflows({ file, inputs, servers: { platform: platform.url }, folder })
  }

  it('4.1.success, 5.2, 5.4, 7.401, 7.403, 7.429, D-022 end as they say', async () => {
    const { ok, output, steps, har } = await run()
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
    entriesOfWorkflows.push(...har.log.entries)
  })

  it.each(['apiKey', 'otherEnvironmentKey', 'revokedKey'])(
    'do not end well with a wrong %s',
    async (input) => {
      const wrong = await platform.createKey(input === 'apiKey' ? 'staging' : 'development')
      expect(await run({ [input]: wrong.key })).toMatchObject({ ok: false })
    },
  )
})

describe('what went over the wire, seen by redocly drift', () => {
  const drift = (exchanges: readonly Exchange[], more: readonly object[] = []) => {
    const { url } = platform
    const har = toHar(url, exchanges)
    har.log.entries.push(...more)
    return runDrift(har, { url, folder })
  }

  it('I12 has no finding, and shows every operation, parameter, status and property', async () => {
    const report = await drift(documented, entriesOfWorkflows.filter(hasKey))
    expect(report.problems).toEqual([])
    expect(report.exchanges).toBeGreaterThan(documented.length)
    expect(report.coverage.missing).toEqual([])
    expect(report.coverage.covered).toBe(itemsOf(document))
  })

  it('I12 has findings of requests alone where requests did not keep to the document', async () => {
    const { problems } = await drift(others)
    expect(problems.filter(({ target }) => target !== 'request')).toEqual([])
    const messages = problems.map(({ message }) => message.replace(/[:"][\s\S]*/, '').trim())
    expect([...new Set(messages)].sort()).toEqual([
      'Invalid header parameter',
      'Request does not satisfy documented OpenAPI security requirements',
      'Undocumented endpoint',
      'Undocumented query parameter in traffic',
    ])
    // A request without any way to carry a key is never answered but by 401.
    const unsafe = problems.filter(({ ruleId }) => ruleId === 'security-baseline')
    expect(new Set(unsafe.map(({ status }) => status))).toEqual(new Set([401]))
  })

  it('is not blind: it finds a wrong body, and misses a status that no traffic shows', async () => {
    const { path } = worlds[0].operation
    const [success] = documented.filter(
      ({ request, response }) => request.target === path && response.status === 200,
    )
    const wrong = tamper(document, success as Exchange).find(
      ({ name }) => name === '200 no result/0/isoCode',
    )
    const found = await drift([(wrong as Tampered).exchange])
    expect(found.problems).toMatchObject([{ ruleId: 'schema-consistency', target: 'response' }])
    const { coverage } = await drift(documented.filter(({ response }) => response.status !== 429))
    expect(coverage.missing).toContain('response 429')
  })
})

describe('the judge of responses', () => {
  const shown = () =>
    Object.values(
      Object.groupBy(
        documented,
        ({ request, response }) => `${response.status} ${request.target.split('?')[0]}`,
      ),
    ).flatMap((some = []) => some.slice(0, 5))

  it('finds every fault that a wrong server could make in an answer of any status', () => {
    const all = shown().flatMap((exchange) => tamper(document, exchange))
    expect(new Set(all.map(({ name }) => name)).size).toBeGreaterThan(100)
    expect(
      all.filter(({ exchange }) => judge(exchange).length === 0).map(({ name }) => name),
    ).toEqual([])
  })

  it('finds every rule of a response that the document would tell otherwise', () => {
    const mutants = mutateDocument(document)
    expect(mutants.length).toBeGreaterThan(50)
    const survivors = mutants.filter((mutant) => {
      const judgeBy = createJudge(mutant.document, { limit })
      return shown().every((exchange) => judgeBy(exchange).length === 0)
    })
    expect(survivors.map(({ name }) => name)).toEqual([])
  })

  it('D-016 every request of the whole run has an id of its own', () => {
    expect(wire.exchanges.length).toBeGreaterThan(1_000)
    expect(findRepeatedIds(wire.exchanges)).toEqual([])
  })

  it.each(Object.entries(wrongServers))('finds a server %s', (_, serve) => {
    const problemsOf = (some: Exchange[]) => [...some.flatMap(judge), ...findRepeatedIds(some)]
    const right = shown()
    const wrong = right.map(serve)
    expect(wrong).not.toEqual(right)
    expect(problemsOf(right)).toEqual([])
    expect(problemsOf(wrong)).not.toEqual([])
  })

  it('D-015, D-017, D-022 finds every constant that answers tell, of a server that no setting changes', async () => {
    const plain = await openPlatform({ database: platform.database })
    const { send } = openWire(plain.url)
    const { key } = await plain.createKey()
    const exchanges = await askEachOperation(worlds, { send, key })
    send.close()
    await plain.close()
    expect(exchanges.flatMap(createJudge(document))).toEqual([])
    const mutants = mutateConstants(document)
    expect(mutants.length).toBeGreaterThan(4)
    const survivors = mutants.filter((mutant) => {
      const judgeBy = createJudge(mutant.document)
      return exchanges.every((exchange) => judgeBy(exchange).length === 0)
    })
    expect(survivors.map(({ name }) => name)).toEqual([])
  })
})
