/** Statuses that the Fetch standard allows no body for. */
const bodilessStatuses = new Set([204, 205, 304])

/** What `Response` takes for a reason phrase: tabs, spaces, visible ASCII and latin1. */
const reasonPhrase = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * A response like `response`, whose body has been read, with that body unread again. Its status text
 * is empty where the original's is none that a `Response` can be made with; undefined where the status
 * is none: those go from 200 to 599, but servers may send any three digits.
 */
export function rebuildResponse(
  response: Response,
  body: Uint8Array<ArrayBuffer>,
): Response | undefined {
  const { status, headers } = response
  if (status < 200 || status > 599) return undefined
  const statusText = reasonPhrase.test(response.statusText) ? response.statusText : ''
  const init = { status, statusText, headers }
  return new Response(bodilessStatuses.has(status) ? null : body, init)
}
