import type { Body } from './vectors.ts'

/** The exact bytes of a vector's body. */
export function bodyBytes(given: Body): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    'body' in given ? Buffer.from(given.body) : Buffer.from(given.bodyBase64, 'base64'),
  )
}
