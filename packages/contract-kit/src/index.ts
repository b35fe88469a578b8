export { type Example, type ExampleFolder, examples, validExample } from './examples.ts'
export {
  type ImperfectAnswer,
  type ImperfectWebhook,
  imperfectAnswers,
  imperfectWebhooks,
} from './imperfect.ts'
export { rulesOf, specsFolder } from './read-text.ts'
export type { Vector, VectorTable } from './vector-table.ts'
export {
  type ApiKey,
  type AuthVector,
  authVectors,
  type Body,
  bodyBytes,
  type Environment,
  type LimiterVector,
  type LimitHeadersVector,
  type OriginVector,
  originVectors,
  type RetryAfterVector,
  type RetryVector,
  rateLimitVectors,
  retryAfterVectors,
  retryVectors,
  type SignatureVector,
  signatureVectors,
} from './vectors.ts'
