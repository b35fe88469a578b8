import { systemClock } from '../../src/clock.ts'
import type { TargetGuard } from '../../src/deliver/guard/create-target-guard.ts'
import { type Attempt, postWebhook, type WebhookPost } from '../../src/deliver/post-webhook.ts'

/** Admits any address, to test what comes after the guard. */
export const openGuard = (...addresses: string[]): TargetGuard => ({
  admit: async () => ({ ok: true, addresses }),
  holds: () => true,
})

export const body = Buffer.from('{"event":"submission.updated"}')

export const toPost = (url: string, given: Partial<WebhookPost> = {}): WebhookPost => ({
  url: new URL(url),
  environment: 'development',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
  guard: openGuard('127.0.0.1'),
  clock: systemClock,
  ...given,
})

/** Makes one attempt at a local port. */
export const postTo = (port: number, given: Partial<WebhookPost> = {}): Promise<Attempt> =>
  postWebhook(toPost(`http://127.0.0.1:${port}/hook`, given))
