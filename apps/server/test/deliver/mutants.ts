import http from 'node:http'
import { type Attempt, postWebhook, type WebhookPost } from '../../src/deliver/post-webhook.ts'
import { openGuard } from './post-to.ts'

/*
 * Senders with faults that the tests of this folder must find. A test runs its mutant against the same
 * endpoint and shows that it fails where the real sender does not.
 */

export type Sender = (post: WebhookPost) => Promise<Attempt>

const ended = (given: Partial<Attempt>): Attempt => ({
  outcome: 'broken',
  status: null,
  retryAfterSeconds: null,
  durationMs: 0,
  ...given,
})

/** Follows redirects, decompresses bodies and reads them to the end, as common libraries do. */
export const fetchingSender = async (
  { url, method, headers, body, signal }: WebhookPost,
  onBody: (byteCount: number) => void = () => {},
): Promise<Attempt> => {
  const given = signal ? { signal } : {}
  const response = await fetch(url, { method, headers, body: Buffer.from(body), ...given })
  for await (const chunk of response.body ?? []) onBody(chunk.length)
  return ended({ outcome: response.ok ? 'accepted' : 'refused', status: response.status })
}

/** Reads only the status. */
export const hastySender: Sender = ({ url, method, headers, body }) =>
  new Promise((resolve) => {
    const request = http.request(url, { method, headers, agent: false }, (response) => {
      const status = response.statusCode ?? null
      response.on('error', () => {})
      request.destroy()
      resolve(ended({ outcome: status === 200 ? 'accepted' : 'refused', status }))
    })
    request.on('error', () => resolve(ended({})))
    request.end(body)
  })

const silenceMs = 2_000

/** Has no total timeout, only one between two bytes. */
export const patientSender: Sender = (post) =>
  new Promise((resolve) => {
    const { url, method, headers, body, signal } = post
    const given = { method, headers, agent: false, ...(signal ? { signal } : {}) }
    const request = http.request(url, given, (response) => {
      response.on('error', () => {})
      response.resume().on('close', () => resolve(ended({ outcome: 'accepted' })))
    })
    request.setTimeout(silenceMs, () => {
      request.destroy()
      resolve(ended({ outcome: 'timed-out' }))
    })
    request.on('error', () => resolve(ended({})))
    request.end(body)
  })

/** Does not check the remote address. */
export const blindSender: Sender = (post) =>
  postWebhook({ ...post, guard: { ...post.guard, holds: () => true } })

/** Checks neither resolved nor remote addresses. */
export const trustingSender =
  (addresses: readonly string[]): Sender =>
  (post) =>
    postWebhook({ ...post, guard: openGuard(...addresses) })
