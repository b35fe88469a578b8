export type { TimeLimits } from './check-timestamp.ts'
export { createWebhookHandler } from './create-webhook-handler.ts'
export {
  createWebhookReceiver,
  type IncomingWebhook,
  type WebhookAnswer,
  type WebhookReceiver,
} from './create-webhook-receiver.ts'
export {
  createMemoryDedupeStore,
  type DedupeStore,
  type DeduplicateOptions,
  deduplicate,
  type MemoryDedupeOptions,
  toComparableId,
  toEffectKey,
  toStorageKey,
} from './deduplicate.ts'
export {
  type Outcome,
  type ParseCode,
  type VerificationCode,
  type WebhookCode,
  webhookErrors,
} from './errors.ts'
export { contentTypeHeader, eventHeader, type HeadersInput, signatureHeader } from './headers.ts'
export type { Aliases, WebhookEvent } from './parse-event.ts'
export { parseInstant } from './parse-instant.ts'
export {
  type ParsedWebhook,
  type ParseWebhookOptions,
  parseWebhook,
  type WebhookNote,
} from './parse-webhook.ts'
export type {
  AcceptedDelivery,
  QuarantinedDelivery,
  ReceiverOptions,
} from './receiver-options.ts'
export { assertSecrets, createSecret, type Secret, type SecretsSource } from './secrets.ts'
export {
  type SignPayloadOptions,
  signPayload,
  type Verification,
  type VerifySignatureOptions,
  verifySignature,
} from './signature.ts'
