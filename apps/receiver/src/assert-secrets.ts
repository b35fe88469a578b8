import { createWebhookReceiver, type SecretsSource } from '@partner-platform/webhooks'

/** Throws a `TypeError` for a list of secrets that cannot verify anything. */
export function assertSecrets(secrets: SecretsSource): void {
  const ignore = () => {}
  // A receiver knows which secrets are usable, and refuses the others when it is made.
  createWebhookReceiver({ secrets, onEvent: ignore, onQuarantine: ignore })
}
