export type { Environment } from '@partner-platform/settings'
export type { OriginLists } from './access/allowed-origins.ts'
export {
  buildServer,
  type Platform,
  type PlatformServer,
  type ServerOptions,
} from './build-server.ts'
export { type Clock, systemClock } from './clock.ts'
export type { CallbackEndpoint } from './deliver/callback-endpoint.ts'
export type { ChangeResult, Grant, StatusChange } from './deliver/change-status.ts'
export {
  createMemoryDeliveryLog,
  type Delivery,
  type DeliveryLog,
} from './deliver/delivery-log.ts'
export type { Attempt, Outcome } from './deliver/post-webhook.ts'
export { nextDelay } from './deliver/retry-delay.ts'
export { createApiKey } from './keys/api-key.ts'
export {
  type ApiKeyRecord,
  createMemoryKeyStore,
  type KeyStore,
  type MemoryKeyStore,
} from './keys/key-store.ts'
export { createRateLimiter, type LimitState, type RateLimiter } from './limits/rate-limiter.ts'
export { createJsonLogger, type LogEntry, type Logger } from './log.ts'
export type { Random } from './random.ts'
