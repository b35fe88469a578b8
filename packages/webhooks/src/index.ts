export { assertSecrets } from './assert-secrets.ts'
export {
  createMemoryDedupeStore,
  type MemoryDedupeOptions,
} from './create-memory-dedupe-store.ts'
export { createSecret } from './create-secret.ts'
export { createWebhookHandler } from './create-webhook-handler.ts'
export {
  createWebhookReceiver,
  type IncomingWebhook,
  type WebhookReceiver,
} from './create-webhook-receiver.ts'
export type { DedupeStore } from './dedupe-store.ts'
export { type DeduplicateOptions, deduplicate } from './deduplicate.ts'
export {
  type Outcome,
  type ParseCode,
  type VerificationCode,
  type WebhookCode,
  webhookErrors,
} from './errors.ts'
export type { HeadersInput } from './header-lines.ts'
export { contentTypeHeader, eventHeader, signatureHeader } from './message-headers.ts'
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
export { type SignPayloadOptions, signPayload } from './sign-payload.ts'
export { toEffectKey } from './to-effect-key.ts'
export { toStorageKey } from './to-storage-key.ts'
export type { Secret, SecretsSource } from './trust-options.ts'
export {
  type Verification,
  type VerifySignatureOptions,
  verifySignature,
} from './verify-signature.ts'
export type { WebhookAnswer } from './webhook-answer.ts'
