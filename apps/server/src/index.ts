export type { Environment } from '@partner-platform/types'
export {
  type Address,
  buildServer,
  type Role,
  type ServerOptions,
} from './build-server.ts'
export { type Clock, systemClock } from './clock.ts'
export type { Attempt, Outcome } from './deliver/post-webhook.ts'
export { createApiKey } from './keys/api-key.ts'
export { createRateLimiter, type LimitState, type RateLimiter } from './limits/rate-limiter.ts'
export { createJsonLogger, type LogEntry, type Logger } from './log.ts'
export {
  createOperatorClient,
  type OperatorClient,
} from './operator/create-operator-client.ts'
export { readOperatorToken } from './operator/operator-token.ts'
export type { Random } from './random.ts'
export { createSecretsKey, SecretsKeyError } from './secrets/secret-cipher.ts'
export { openStore, type ServerDatabase, type StoreOptions } from './store/open-store.ts'
