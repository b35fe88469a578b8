/** A body read as JSON. `bytes` is its length. */
export type JsonText =
  | { ok: true; value: unknown; bytes: number }
  | { ok: false; looksLikeHtml: boolean; bytes: number }

// Strict on both counts of RFC 8259: UTF-8 only, and a byte order mark is no part of JSON.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The JSON value that `body` spells. Never throws, and keeps no error: those quote the body. */
export function parseJson(body: Uint8Array<ArrayBuffer>): JsonText {
  const bytes = body.length
  try {
    return { ok: true, value: JSON.parse(decoder.decode(body)), bytes }
  } catch {
    const [first] = new TextDecoder().decode(body.subarray(0, 64)).trimStart()
    return { ok: false, looksLikeHtml: first === '<', bytes }
  }
}
