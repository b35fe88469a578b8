import { systemClock } from '../../src/clock.ts'
import type { TargetGuard } from '../../src/deliver/guard/create-target-guard.ts'
import { type Attempt, postWebhook, type WebhookPost } from '../../src/deliver/post-webhook.ts'

/** Lets an attempt go to addresses, wherever they are: for tests of what comes after. */
export const openGuard = (...addresses: string[]): TargetGuard => ({
  admit: async () => ({ ok: true, addresses }),
  holds: () => true,
})

export const body = Buffer.from('{"event":"submission.updated"}')

/** A webhook to an endpoint of a test. */
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

/** One attempt at an endpoint on a port of this machine. */
export const postTo = (port: number, given: Partial<WebhookPost> = {}): Promise<Attempt> =>
  postWebhook(toPost(`http://127.0.0.1:${port}/hook`, given))
