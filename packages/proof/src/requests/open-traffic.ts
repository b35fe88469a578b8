import fc from 'fast-check'
import { expect } from 'vitest'
import type { Document } from '../document.ts'
import { type Exchange, openWire, type Send, valuesOf } from '../http/exchange.ts'
import { schemaSource } from '../judge/create-ajv.ts'
import { createJudge } from '../judge/create-judge.ts'
import { seed } from '../seed.ts'
import {
  allowedOrigin,
  keepFewCountries,
  openPlatform,
  type Platform,
} from '../world/open-platform.ts'
import { type Operation, readOperations } from './read-operations.ts'
import type { RequestCase, RequestWorld } from './request-case.ts'

type Given = { platform: Platform; document: Document; send: Send }

/** What requests to each operation of the document are made of. */
async function openRequestWorlds(given: Given): Promise<[RequestWorld, ...RequestWorld[]]> {
  const operations = readOperations(given.document)
  const worlds: RequestWorld[] = []
  for (const operation of operations) {
    worlds.push(await openRequestWorld(given, operation, operations))
  }
  const [first, ...others] = worlds
  if (!first) throw new TypeError('The document has no operation.')
  return [first, ...others]
}

async function openRequestWorld(
  { platform, document, send }: Given,
  operation: Operation,
  operations: readonly Operation[],
): Promise<RequestWorld> {
  const [own, other, revoked] = [
    await platform.createKey(),
    await platform.createKey('staging'),
    await platform.createKey(),
  ]
  await platform.revokeKey(revoked.id)
  const { response } = await send({
    method: operation.method,
    target: operation.path,
    headers: [['Authorization', `Bearer ${own.key}`]],
  })
  const [entityTag] = valuesOf(response.headers, 'ETag')
  const source = schemaSource(document)
  const paths = operations.map(({ path }) => path)
  if (entityTag === undefined && operation.headers.some(({ name }) => name === 'If-None-Match')) {
    throw new Error(`${operation.path} has no entity tag to be asked for by.`)
  }
  return {
    ...{ operation, paths, source, allowedOrigin, entityTag },
    keys: { own: own.key, other: other.key, revoked: revoked.key },
  }
}

export const limit = { quota: 12, windowSeconds: 60 }

/** The reference server with a low limit, and a record of the requests generated from the document. */
export async function openTraffic(document: Document) {
  const platform = await openPlatform({ rateLimit: limit })
  await keepFewCountries(platform)
  const wire = openWire(platform.url)
  const judge = createJudge(document, { limit })
  const worlds = await openRequestWorlds({ platform, document, send: wire.send })
  /** What was sent as the document says, and what was not. */
  const documented: Exchange[] = []
  const others: Exchange[] = []
  const kinds = new Map<string, number>()

  /** Sends requests to each operation, and expects each answer to be the right one and to match the document. */
  async function sendAll(make: (world: RequestWorld) => fc.Arbitrary<RequestCase>, runs: number) {
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

  return {
    ...{ platform, wire, judge, worlds, documented, others, kinds, sendAll },
    async close() {
      wire.send.close()
      await platform.close()
    },
  }
}

export type Traffic = Awaited<ReturnType<typeof openTraffic>>

/** A success and a refusal of each operation. */
export async function askEachOperation(
  worlds: readonly Pick<RequestWorld, 'operation'>[],
  { send, key }: { send: Send; key: string },
): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for (const { operation } of worlds) {
    for (const text of [key, 'no-key']) {
      const headers = [['Authorization', `Bearer ${text}`]] as const
      exchanges.push(await send({ method: operation.method, target: operation.path, headers }))
    }
  }
  return exchanges
}
