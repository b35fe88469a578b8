import { createProxyList, type HttpLimits, httpLimits } from '@partner-platform/http-edge'
import { constants, type Environment } from '@partner-platform/types'
import { buildPublicApp } from './build-public-app.ts'
import { type Clock, systemClock } from './clock.ts'
import { createTargetGuard } from './deliver/guard/create-target-guard.ts'
import type { LocalRules } from './deliver/guard/find-url-problem.ts'
import { createSendWebhook } from './deliver/send-webhook.ts'
import { sweep } from './deliver/sweep.ts'
import { startWorker, type Worker, type WorkerOptions } from './deliver/worker.ts'
import { createKeyStore } from './keys/key-store.ts'
import { createRateLimiter, type RateLimitPolicy } from './limits/rate-limiter.ts'
import { createSharedRateLimiter } from './limits/shared-rate-limiter.ts'
import { type Logger, toFailure } from './log.ts'
import { purgeIdempotencyKeys } from './operator/answer-once.ts'
import { buildOperatorApp } from './operator/build-operator-app.ts'
import { addOpsRoutes } from './ops/add-ops-routes.ts'
import { createMetrics } from './ops/metrics.ts'
import { repeat } from './ops/repeat.ts'
import { systemRandom } from './random.ts'
import type { ServerDatabase } from './store/open-store.ts'
import { type ChangeWatch, hearOwnChanges, watchChanges } from './store/watch-changes.ts'

/** `api` serves partners, `worker` delivers webhooks, `all` does both. Each serves the operator surface. */
export const roles = ['all', 'api', 'worker'] as const
export type Role = (typeof roles)[number]

export type ServerOptions = {
  /** A store from `openStore`. The server does not close it. */
  database: ServerDatabase
  /** The environment of this server. A key of another environment gets 403. */
  environment: Environment
  /** The bearer token of the operator surface. */
  operatorToken: string
  /** @default 'all' */
  role?: Role
  /** @default the quota and window of the contract */
  rateLimit?: RateLimitPolicy
  /** Limits on concurrent deliveries. */
  worker?: Pick<WorkerOptions, 'slots' | 'slotsPerEndpoint' | 'pollMs' | 'leaseSeconds'>
  /** Compare every response with its document; an undeclared one becomes 500. @default false */
  checkResponses?: boolean
  /** @default the system's clocks */
  clock?: Clock
  /** @default silent */
  logger?: Logger
  /** Addresses and ranges of trusted proxies. They may open any number of connections. @default none */
  proxies?: readonly string[]
  /** Limits of the HTTP servers, where they differ from the defaults. */
  limits?: Partial<HttpLimits>
  /** How often to delete expired rows and replace lost jobs. @default 20_000 */
  sweepMs?: number
}

export type Address = { host: string; port: number }

export type PlatformServer = {
  /**
   * Starts to serve and to deliver. Resolves with the URLs; port 0 picks a free port. `url` is `null` for
   * a worker, which serves no partners.
   */
  listen(addresses: {
    partners: Address
    operator: Address
  }): Promise<{ url: string | null; operatorUrl: string }>
  /**
   * Lets calls and attempts in flight finish, and cuts them after the grace time. Rejects with an
   * `AggregateError` if the response check found anything.
   */
  close(): Promise<void>
}

/** How often to store when keys were last used. */
const flushMs = 5_000
/** How long operator calls may take to finish after everything else has stopped. */
const operatorGraceMs = 1_000

/** The reference platform on an open store, ready to listen. If it rejects, nothing it opened stays open. */
export async function buildServer(options: ServerOptions): Promise<PlatformServer> {
  const changes = await watchChanges(options.database)
  try {
    return assembleServer(options, changes)
  } catch (error) {
    // The first error says what to correct.
    await changes.close().catch(() => {})
    throw error
  }
}

function assembleServer(options: ServerOptions, changes: ChangeWatch): PlatformServer {
  const { database, environment, role = 'all', sweepMs = 20_000 } = options
  const { clock = systemClock } = options
  const limits = { ...httpLimits, ...options.limits }
  const proxies = createProxyList(options.proxies)
  let worker: Worker | null = null
  let isStopping = false
  const metrics = createMetrics({ inFlight: () => worker?.inFlight ?? 0 })
  const logger: Logger = (entry) => {
    metrics.observe(entry)
    options.logger?.(entry)
  }
  const onError = (error: unknown) => logger({ event: 'store-failure', ...toFailure(error) })
  const keys = createKeyStore(database, { freshness: changes, clock })
  const shared = {
    database,
    freshness: changes,
    environment,
    keys,
    clock,
    random: systemRandom,
    logger,
    limits,
    proxies,
    limiter: createLimiter(options, clock),
    checkResponses: options.checkResponses ?? false,
  }
  const ownPorts: number[] = []
  const localRules: LocalRules = {
    ownPorts: () => ownPorts,
    // Only a development server may call development hosts.
    ...(environment === 'development' ? {} : { developmentHosts: [] }),
  }
  const partnersApp = role === 'worker' ? null : buildPublicApp(shared)
  const operatorApp = buildOperatorApp({
    ...shared,
    database: hearOwnChanges(database, changes),
    localRules,
    limits: { ...limits, closeGraceMs: Math.min(limits.closeGraceMs, operatorGraceMs) },
    token: options.operatorToken,
    addRoutes: (app) => addOpsRoutes(app, { database, metrics, isStopping: () => isStopping }),
  })
  const guard = createTargetGuard(localRules)
  const clearAway = async () => {
    await sweep({ ...options.worker, ...shared })
    await purgeIdempotencyKeys(database.orm, clock)
  }
  // Last, so that no error above leaves a timer running.
  const chores = [repeat(() => keys.flush(), { everyMs: flushMs, onError })]
  if (role !== 'api') chores.push(repeat(clearAway, { everyMs: sweepMs, onError }))
  return {
    async listen({ partners, operator }) {
      const url = partnersApp && (await partnersApp.listen(partners))
      const operatorUrl = await operatorApp.listen(operator)
      ownPorts.push(...[url, operatorUrl].flatMap((one) => (one ? Number(new URL(one).port) : [])))
      if (role !== 'api') {
        const send = createSendWebhook({ clock, guard })
        worker = await startWorker({ ...options.worker, ...shared, send })
      }
      return { url, operatorUrl }
    },
    async close() {
      isStopping = true
      const ended = await Promise.allSettled([
        partnersApp?.close(),
        worker?.stop(limits.closeGraceMs),
        ...chores.map((chore) => chore.stop()),
      ])
      // Last, because it reports the health of the process.
      ended.push(...(await Promise.allSettled([operatorApp.close()])))
      await keys.flush().catch(onError)
      await changes.close()
      for (const one of ended) if (one.status === 'rejected') throw one.reason
    },
  }
}

/** A process with an embedded store counts in memory; processes on one Postgres share their counts. */
function createLimiter({ database, rateLimit }: ServerOptions, { monotonicMs }: Clock) {
  const policy = rateLimit ?? {
    quota: constants.rateLimitQuota,
    windowSeconds: constants.rateLimitWindowSeconds,
  }
  return database.kind === 'embedded'
    ? createRateLimiter({ ...policy, monotonicMs })
    : createSharedRateLimiter({ ...policy, query: database.query })
}
