/** A body read as JSON. `bytes` is its length. */
export type JsonText =
  | { ok: true; value: unknown; bytes: number; hasByteOrderMark: boolean }
  | { ok: false; looksLikeHtml: boolean; bytes: number }

// UTF-8 only. RFC 8259, 8.1 lets a reader ignore a byte order mark.
const decoder = new TextDecoder('utf-8', { fatal: true })

/** The JSON value that `body` spells. Never throws, and keeps no error: those quote the body. */
export function parseJson(body: Uint8Array<ArrayBuffer>): JsonText {
  const bytes = body.length
  try {
    const hasByteOrderMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
    return { ok: true, value: JSON.parse(decoder.decode(body)), bytes, hasByteOrderMark }
  } catch {
    const [first] = new TextDecoder().decode(body.subarray(0, 64)).trimStart()
    return { ok: false, looksLikeHtml: first === '<', bytes }
  }
}
