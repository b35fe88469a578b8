import type { AcceptOptions } from '../inbox/inbox-view.ts'

/** What a body says of how an entry is accepted, or `undefined` if any of it is unknown or of a wrong type. */
export function readAcceptBody(body: unknown): AcceptOptions | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { allowOld = false, ...others } = body as { allowOld?: unknown }
  if (typeof allowOld !== 'boolean' || Object.keys(others).length > 0) return undefined
  return { allowOld }
}
