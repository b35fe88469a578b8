import fc from 'fast-check'
import { expect } from 'vitest'
import type { Document } from '../document.ts'
import type { Exchange } from '../http/exchange.ts'
import { openWire } from '../http/open-wire.ts'
import { createJudge } from '../judge/create-judge.ts'
import { seed } from '../seed.ts'
import { keepFewCountries } from '../world/keep-few-countries.ts'
import { openPlatform } from '../world/open-platform.ts'
import { openRequestWorlds } from './open-request-worlds.ts'
import type { RequestCase, RequestWorld } from './request-case.ts'

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
