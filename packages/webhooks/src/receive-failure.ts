import { type WebhookCode, webhookErrors } from './errors.ts'

/** What kept a receiver from storing a delivery; `cause` is the original error. */
export class ReceiveFailure extends Error {
  readonly code: WebhookCode

  constructor(code: WebhookCode, cause: unknown) {
    super(webhookErrors[code].means, { cause })
    this.name = 'ReceiveFailure'
    this.code = code
  }
}

/** What `step` gives; what it throws or rejects with becomes a `ReceiveFailure` of that code. */
export async function attempt<T>(code: WebhookCode, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw new ReceiveFailure(code, error)
  }
}
