import {
  allowedOrigin,
  createTestClock,
  expectData,
  openPlatform,
  type Platform,
} from '@partner-platform/server/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Document, fillPath } from '../document.ts'
import { type Exchange, openWire, valuesOf } from '../http/exchange.ts'
import { schemaSource } from '../judge/create-ajv.ts'
import { createJudge } from '../judge/create-judge.ts'
import { seed } from '../seed.ts'
import { sampleOf } from './arbitrary-requests.ts'
import {
  type Operation,
  type RequestCase,
  type RequestWorld,
  readOperations,
} from './read-operations.ts'

export const limit = { quota: 12, windowSeconds: 60 }

/** The reference server with a low limit, and a record of the requests generated from the document. */
export async function openTraffic(document: Document) {
  const clock = createTestClock()
  const platform = await openPlatform({ clock, rateLimit: limit })
  await keepFewCountries(platform)
  const wire = openWire(platform.url)
  const judge = createJudge(document, { limit })
  const source = schemaSource(document)
  const operations = readOperations(document)

  async function openWorld(operation: Operation): Promise<RequestWorld> {
    const own = await platform.createKey()
    const other = await platform.createKey('staging')
    const revoked = await platform.createKey()
    await platform.revokeKey(revoked.id)
    const headers = [['Authorization', `Bearer ${own.key}`]] as const
    const get = async (target: string) =>
      (await wire.send({ method: 'GET', target, headers })).response
    const known = await findKnown(operation, { operations, get })
    const [first = operation.path] = known
    const hasTag = operation.headers.some(({ name }) => name === 'If-None-Match')
    const [entityTag] = hasTag ? valuesOf((await get(first)).headers, 'ETag') : []
    if (hasTag && entityTag === undefined)
      throw new Error(`${operation.path} has no entity tag to send back.`)
    const world = {
      operation,
      all: operations,
      known,
      source,
      allowedOrigin,
      entityTag,
      keys: { own: own.key, other: other.key, revoked: revoked.key },
    }
    return { ...world, sample: sampleOf(world) }
  }

  const worlds = [] as unknown as [RequestWorld, ...RequestWorld[]]
  for (const operation of operations) worlds.push(await openWorld(operation))
  const kinds = new Map<string, number>()

  /** Sends requests to each operation, and expects each answer to be the right one and to match the document. */
  async function sendAll(make: (world: RequestWorld) => fc.Arbitrary<RequestCase>, runs: number) {
    const requests = fc.oneof(...worlds.map(make))
    const property = fc.asyncProperty(requests, async ({ kind, request, status }) => {
      // The quota never counts here: each call comes when the window has room again.
      clock.advance((limit.windowSeconds * 1_000) / (limit.quota - 1))
      const exchange = await wire.send(request)
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      expect({ status: exchange.response.status, problems: judge(exchange) }, kind).toEqual({
        status,
        problems: [],
      })
    })
    await fc.assert(property, { seed, numRuns: runs * worlds.length })
  }

  return {
    platform,
    clock,
    wire,
    judge,
    worlds,
    kinds,
    sendAll,
    async close() {
      wire.send.close()
      await platform.close()
    },
  }
}

type Answers = {
  operations: readonly Operation[]
  get(target: string): Promise<Pick<Exchange['response'], 'status' | 'body'>>
}

/**
 * Paths at which the server has something, if the operation has parameters in its path: those that a GET lists.
 * Without a list, the one that the examples of the parameters name, which must be there.
 */
async function findKnown(operation: Operation, { operations, get }: Answers): Promise<string[]> {
  const { method, path, keys } = operation
  if (keys.length === 0) return []
  const list = path.replace(/\/\{.*/, '')
  const isListed = operations.some((one) => one.method === 'GET' && one.path === list)
  const things = isListed ? listOf((await get(list)).body) : [examplesOf(operation)]
  const known = things
    .filter((one) => keys.every(({ name }) => Object.hasOwn(one, name)))
    .map((one) => fillPath(path, one))
  const [first] = known
  if (!isListed && first && method === 'GET' && (await get(first)).status === 404)
    throw new Error(
      `GET ${first} finds nothing. Give the parameters of ${path} examples that the server has.`,
    )
  return known
}

/** The examples of the parameters in a path. Throws if one has none. */
const examplesOf = ({ method, path, keys }: Operation): Record<string, string> =>
  Object.fromEntries(
    keys.map(({ name, example }) => {
      if (example !== undefined) return [name, String(example)]
      throw new Error(
        `${method} ${path} needs an example of ${name} that the server has: no GET lists what there is.`,
      )
    }),
  )

/** The things in the envelope of a list. */
const listOf = (body: Buffer): Record<string, string>[] =>
  [JSON.parse(body.toString()).result].flat()

const few = 5

/** Takes all countries but a few off the list, so that thousands of answers fit into memory. */
async function keepFewCountries({ operator }: Pick<Platform, 'operator'>): Promise<void> {
  const { supportedCountries } = expectData(await operator.GET('/operator/v1/settings'))
  const body = { unsupportedCountries: supportedCountries.slice(few) }
  expectData(await operator.PATCH('/operator/v1/settings', { body }))
}

export type Traffic = Awaited<ReturnType<typeof openTraffic>>
