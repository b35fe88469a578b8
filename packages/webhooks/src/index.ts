export type { TimeLimits } from './check-timestamp.ts'
export { createWebhookHandler } from './create-webhook-handler.ts'
export type { WebhookAnswer } from './create-webhook-receiver.ts'
export {
  createWebhookReceiver,
  type IncomingWebhook,
  type WebhookReceiver,
} from './create-webhook-receiver.ts'
export type { DedupeStore } from './deduplicate.ts'
export {
  createMemoryDedupeStore,
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
export type { HeadersInput } from './headers.ts'
export { contentTypeHeader, eventHeader, signatureHeader } from './headers.ts'
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
export type { Secret, SecretsSource } from './secrets.ts'
export { assertSecrets, createSecret } from './secrets.ts'
export {
  type SignPayloadOptions,
  signPayload,
  type Verification,
  type VerifySignatureOptions,
  verifySignature,
} from './signature.ts'
