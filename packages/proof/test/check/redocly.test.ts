import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Document } from '../../src/document.ts'
import { type Exchange, toHar } from '../../src/http/exchange.ts'
import { type Tampered, tamper } from '../../src/judge/tamper.ts'
import { runModel } from '../../src/model/run-model.ts'
import { bundleDocuments } from '../../src/redocly/bundle-documents.ts'
import { itemsOf, runDrift } from '../../src/redocly/run-drift.ts'
import { runCountriesWorkflow } from '../../src/redocly/run-workflows.ts'
import { faultyRequest, strangeRequest } from '../../src/requests/arbitrary-faults.ts'
import { documentedRequest, withUnknownQuery } from '../../src/requests/arbitrary-requests.ts'
import { limit, openTraffic, type Traffic } from '../../src/requests/open-traffic.ts'
import { seed } from '../../src/seed.ts'

let document: Document
let traffic: Traffic

/** Of the archive that `respect` writes: whether the request carries a key at all. */
const hasKey = (entry: object) => /"(authorization|x-api-key)"/.test(JSON.stringify(entry))

beforeAll(async () => {
  document = (await bundleDocuments()).openapi
  traffic = await openTraffic(document)
  const { platform, clock, wire, judge, worlds, documented, sendAll } = traffic
  await sendAll(documentedRequest, 60)
  await sendAll(withUnknownQuery, 15)
  await sendAll(faultyRequest, 200)
  await sendAll(strangeRequest, 40)
  // Requests that use a limit up, so that 429 is seen too.
  for (const world of worlds) {
    const before = wire.exchanges.length
    const real = { ...platform, clock, send: wire.send, judge, world }
    const isLimited = () =>
      wire.exchanges.slice(before).some(({ response }) => response.status === 429)
    for (let round = 0; round < 20 && !isLimited(); round += 1)
      await runModel({ real, limit, seed: seed + round, runs: 3 })
    documented.push(...wire.exchanges.slice(before))
  }
})
afterAll(() => traffic?.close())

it('the workflow of the contract fails at each step that gets a wrong key', async () => {
  const { platform } = traffic
  const [staging, own] = [await platform.createKey('staging'), await platform.createKey()]
  const changed = { apiKey: staging.key, otherEnvironmentKey: own.key, revokedKey: own.key }
  const { ok, steps } = await runCountriesWorkflow(platform, changed)
  expect(ok).toBe(false)
  expect(steps).toEqual(
    expect.arrayContaining([
      ['listWithBearerToken/list', 403],
      ['beRefusedWithoutKey/listWithRevokedKey', 200],
      ['beForbidden/listWithKeyOfAnotherEnvironment', 200],
    ]),
  )
})

describe('what went over the wire, seen by redocly drift', () => {
  const drift = (exchanges: readonly Exchange[], more: readonly object[] = []) => {
    const { url } = traffic.platform
    const har = toHar(url, exchanges)
    har.log.entries.push(...more)
    return runDrift(har, url)
  }

  it('I12 finds nothing wrong with documented requests', async () => {
    const { platform, documented } = traffic
    const { ok, output, har: workflow } = await runCountriesWorkflow(platform)
    expect(ok, output).toBe(true)
    const report = await drift(documented, workflow.log.entries.filter(hasKey))
    expect(report.problems).toEqual([])
    expect(report.exchanges).toBeGreaterThan(documented.length)
  })

  it('I12 covers every operation, parameter, status and property, and finds faults only in requests', async () => {
    const { documented, others } = traffic
    const { problems, coverage } = await drift([...documented, ...others])
    expect(coverage.missing).toEqual([])
    expect(coverage.covered).toBe(itemsOf(document))
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
    const { documented, worlds } = traffic
    const { path } = worlds[0].operation
    const [success] = documented.filter(
      ({ request, response }) => request.target === path && response.status === 200,
    )
    const wrong = tamper(document, success as Exchange).find(
      ({ name }) => name === '200 no result/0/isoCode',
    )
    const unlimited = documented.filter(({ response }) => response.status !== 429)
    const { problems, coverage } = await drift([...unlimited, (wrong as Tampered).exchange])
    expect(problems).toMatchObject([{ ruleId: 'schema-consistency', target: 'response' }])
    expect(coverage.missing).toContain('response 429')
  })
})
