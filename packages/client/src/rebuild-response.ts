/** Statuses that the Fetch standard allows no body for. */
const bodilessStatuses = new Set([204, 205, 304])

/** A response like `response`, whose body has been read, with that body unread again. */
export function rebuildResponse(response: Response, body: Uint8Array<ArrayBuffer>): Response {
  const { status, statusText, headers } = response
  // Beyond these a Response cannot be made; the original still tells status and headers.
  if (status < 200 || status > 599) return response
  const init = { status, statusText, headers }
  return new Response(bodilessStatuses.has(status) ? null : body, init)
}
