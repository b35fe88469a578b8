const kindOfTypedArray = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)?.get as (this: unknown) => string | undefined

const encoder = new TextEncoder()

/**
 * A copy of the bytes of a body: text as UTF-8, or bytes of any realm. `undefined` for anything else,
 * and for text with half a surrogate pair, because encoding it would give two texts the same bytes.
 */
export const toBytes = (body: unknown) => readBytes(body, (bytes) => new Uint8Array(bytes))

/**
 * Like `toBytes`, for a caller that is done with the bytes before anything else runs. Copies only memory
 * that another thread can change.
 */
export const viewBytes = (body: unknown) =>
  readBytes(body, (bytes) => {
    const { buffer, byteOffset, length } = bytes
    return buffer instanceof ArrayBuffer
      ? new Uint8Array(buffer, byteOffset, length)
      : new Uint8Array(bytes)
  })

function readBytes(
  body: unknown,
  take: (bytes: Uint8Array) => Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> | undefined {
  if (typeof body === 'string') {
    return /\p{Surrogate}/u.test(body) ? undefined : encoder.encode(body)
  }
  if (kindOfTypedArray.call(body) !== 'Uint8Array') return undefined
  try {
    return take(body as Uint8Array)
  } catch {
    return undefined // Its buffer was transferred away.
  }
}

/** Two lower-case hexadecimal digits per byte. */
export const toHex = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += (byte + 0x100).toString(16).slice(1)
  return text
}

export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  if (chunks.length === 1) return new Uint8Array(chunks[0] as Uint8Array)
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
