const kindOfTypedArray = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)?.get as (this: unknown) => string | undefined

/**
 * A copy of the bytes of a body: text as UTF-8, or bytes of any realm. `undefined` for anything else,
 * and for text with half a surrogate pair, because encoding it would give two texts the same bytes.
 */
export function toBytes(body: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof body === 'string') {
    return /\p{Surrogate}/u.test(body) ? undefined : new TextEncoder().encode(body)
  }
  if (kindOfTypedArray.call(body) !== 'Uint8Array') return undefined
  try {
    return new Uint8Array(body as Uint8Array)
  } catch {
    return undefined // Its buffer was transferred away.
  }
}

/** One array of all chunks. */
export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
