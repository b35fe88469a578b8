import { type Environment, type HttpLimits, httpLimits } from '@partner-platform/settings'
import { constants, operations } from '@partner-platform/types'
import { addAccessHooks } from './access/add-access-hooks.ts'
import { type OriginLists, toAllowedOrigins } from './access/allowed-origins.ts'
import { type Clock, systemClock } from './clock.ts'
import { addResponseCheck } from './contract/add-response-check.ts'
import { createContract } from './contract/create-contract.ts'
import { configOf } from './contract/route-config.ts'
import { type CallbackEndpoint, checkEndpoint } from './deliver/callback-endpoint.ts'
import { type ChangeResult, changeStatus, type StatusChange } from './deliver/change-status.ts'
import { createMemoryDeliveryLog, type Delivery, type DeliveryLog } from './deliver/delivery-log.ts'
import { createApp } from './http/create-app.ts'
import type { KeyStore } from './keys/key-store.ts'
import { providedHeaders, toFullRateLimitHeaders } from './limits/rate-limit-headers.ts'
import { createRateLimiter, type RateLimiter } from './limits/rate-limiter.ts'
import { type Logger, silentLogger } from './log.ts'
import { type Random, systemRandom } from './random.ts'
import { listCountries } from './routes/list-countries.ts'

export type ServerOptions = {
  /** The environment this server is; a key of another one gets 403. */
  environment: Environment
  keys: KeyStore
  /** Origins that browsers may call from, per environment. @default none */
  origins?: OriginLists
  /** Where webhooks of this environment go. @default none: nothing is sent */
  callback?: CallbackEndpoint
  /** @default in memory, with the quota and window of the contract */
  limiter?: RateLimiter
  /** @default the newest 1,000 in memory */
  deliveries?: DeliveryLog
  /** Compare every response with the document; an undeclared one becomes 500. @default false */
  checkResponses?: boolean
  /** @default the system's clocks */
  clock?: Clock
  /** @default the system's cryptographic generator */
  random?: Random
  /** @default silent */
  logger?: Logger
  /** Bounds of the HTTP server that differ from the defaults. */
  limits?: Partial<HttpLimits>
}

export type Platform = {
  /** Moves a submission to a status and sends the webhook, once. Resolves when the attempt ended. */
  changeStatus(change: StatusChange): Promise<ChangeResult>
  /** What was sent so far, oldest first. */
  deliveries(): Promise<readonly Delivery[]>
}

export type PlatformServer = {
  platform: Platform
  /** Starts to answer. Resolves with the URL; port 0 takes a free one. */
  listen(address: { host: string; port: number }): Promise<string>
  /**
   * Stops: calls in flight finish, connections that do not are cut after the grace time. Rejects with
   * an `AggregateError` if the response check found anything, so that no test can overlook it.
   */
  close(): Promise<void>
}

/**
 * The reference platform, ready to listen. Throws a `TypeError` for options that cannot work.
 */
export function buildServer(options: ServerOptions): PlatformServer {
  const { environment, clock = systemClock, logger = silentLogger } = options
  const bounds = { ...httpLimits, ...options.limits }
  const limiter = options.limiter ?? createDefaultLimiter(clock)
  const undeclared: Error[] = []
  const app = createApp({
    baseHeaders: { vary: 'Origin', ...toFullRateLimitHeaders(limiter) },
    random: options.random ?? systemRandom,
    logger,
    limits: bounds,
  })
  addAccessHooks(app, {
    environment,
    keys: options.keys,
    allowedOrigins: toAllowedOrigins(options.origins ?? {}),
    limiter,
    clock,
    operations: Object.values(operations),
  })
  if (options.checkResponses) {
    addResponseCheck(app, (error, requestId) => {
      undeclared.push(error)
      logger({ event: 'undeclared-response', requestId, ...error.place })
    })
  }
  app.addHook('onResponse', async (request, reply) => {
    logger({
      event: 'request',
      requestId: request.id,
      method: request.method,
      route: configOf(request).operation?.path ?? null,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
    })
  })
  createContract(operations, { provided: providedHeaders })
    .route(operations.listCountries, listCountries)
    .register(app)
  return {
    platform: createPlatform(options, { clock, logger }),
    listen: (address) => app.listen(address),
    async close() {
      const cut = setTimeout(() => app.server.closeAllConnections(), bounds.closeGraceMs)
      await app.close().finally(() => clearTimeout(cut))
      if (undeclared.length > 0) throw new AggregateError(undeclared, undeclared[0]?.message)
    },
  }
}

const createDefaultLimiter = ({ monotonicMs }: Clock) =>
  createRateLimiter({
    quota: constants.rateLimitQuota,
    windowSeconds: constants.rateLimitWindowSeconds,
    monotonicMs,
  })

function createPlatform(
  { environment, callback, deliveries = createMemoryDeliveryLog() }: ServerOptions,
  { clock, logger }: { clock: Clock; logger: Logger },
): Platform {
  const endpoint = callback ? checkEndpoint(callback, environment) : null
  return {
    changeStatus: (change) =>
      changeStatus(change, { callback: endpoint, clock, deliveries, logger }),
    deliveries: async () => deliveries.list(),
  }
}
