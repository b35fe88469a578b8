export { type Example, examples, validExample } from './examples.ts'
export { imperfectAnswers, imperfectWebhooks } from './imperfect.ts'
export { rulesOf, specsFolder } from './read-text.ts'
export {
  authVectors,
  bodyBytes,
  originVectors,
  rateLimitVectors,
  retryAfterVectors,
  retryVectors,
  type SignatureVector,
  signatureVectors,
} from './vectors.ts'
