const kindOfTypedArray = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)?.get as (this: unknown) => string | undefined

/**
 * A copy of the bytes of a body: text as UTF-8, bytes of any realm as they are. `undefined` for
 * anything else, and for text with half a surrogate pair: no bytes decode to it, and encoding it
 * would give two texts the same bytes.
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
