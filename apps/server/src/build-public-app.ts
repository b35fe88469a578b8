import type { Database } from '@partner-platform/database'
import type { Environment } from '@partner-platform/types'
import { constants, operations } from '@partner-platform/types'
import { addAccessHooks } from './access/add-access-hooks.ts'
import { createOriginStore } from './access/origins.ts'
import { createContract } from './contract/create-contract.ts'
import { createCountryCatalog } from './countries/country-catalog.ts'
import { renderError } from './errors.ts'
import { addCompression } from './http/add-compression.ts'
import { createApp, type ListeningApp, type SharedOptions } from './http/create-app.ts'
import type { KeyStore } from './keys/key-store.ts'
import { toFullRateLimitHeaders } from './limits/rate-limit-headers.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import { createListCountries } from './routes/list-countries.ts'
import { partnerSurface, providedHeaders } from './routes/partner-surface.ts'
import type { Freshness } from './store/watch-changes.ts'

type PublicAppOptions = SharedOptions & {
  database: Database
  freshness: Freshness
  environment: Environment
  keys: KeyStore
  limiter: RateLimiter
}

/** The API for partners. */
export function buildPublicApp(options: PublicAppOptions): ListeningApp {
  const { database, freshness, environment, keys, limiter } = options
  const baseHeaders = { vary: 'Origin, Accept-Encoding', ...toFullRateLimitHeaders(limiter) }
  const { app, listening } = createApp({
    renderError,
    baseHeaders,
    surface: partnerSurface,
    ...options,
  })
  addAccessHooks(app, {
    environment,
    keys,
    limiter,
    origins: createOriginStore(database, freshness),
    operations: Object.values(operations),
  })
  addCompression(app)
  const { bodyLimitBytes } = constants
  createContract(partnerSurface, { provided: providedHeaders, renderError, bodyLimitBytes })
    .route(operations.listCountries, createListCountries(createCountryCatalog(database, freshness)))
    .register(app)
  return listening
}
