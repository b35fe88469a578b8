import type { AcceptOptions } from '../inbox/inbox-view.ts'

/** The accept options in a body, or `undefined` if it has an unknown member or a wrong type. */
export function readAcceptBody(body: unknown): AcceptOptions | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { allowOld = false, ...others } = body as { allowOld?: unknown }
  if (typeof allowOld !== 'boolean' || Object.keys(others).length > 0) return undefined
  return { allowOld }
}
