export { bodyBytes } from './body-bytes.ts'
export { type Example, type ExampleFolder, examples } from './examples.ts'
export {
  type ImperfectAnswer,
  type ImperfectWebhook,
  imperfectAnswers,
  imperfectWebhooks,
} from './imperfect.ts'
export { rulesOf } from './rules-of.ts'
export { specsFolder } from './specs-folder.ts'
export type { Vector, VectorTable } from './vector-table.ts'
export {
  type ApiKey,
  type AuthVector,
  authVectors,
  type Body,
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
