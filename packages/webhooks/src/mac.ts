import { toHex } from './to-bytes.ts'

export interface HmacKey {
  sign(bytes: Uint8Array<ArrayBuffer>): Uint8Array | Promise<Uint8Array>
  /** Compares in constant time. */
  verify(mac: Uint8Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>): boolean | Promise<boolean>
}

/** An engine that imports keys synchronously also verifies synchronously, so callers need no copy of the bytes. */
export interface Engine {
  importKey(bytes: Uint8Array<ArrayBuffer>): HmacKey | Promise<HmacKey>
  /** Returns lower-case hexadecimal digits. */
  sha256(bytes: Uint8Array<ArrayBuffer>): string | Promise<string>
}

const algorithm = { name: 'HMAC', hash: 'SHA-256' }

export const webCrypto: Engine = {
  async importKey(bytes) {
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
    return {
      sign: async (data) => new Uint8Array(await crypto.subtle.sign('HMAC', key, data)),
      verify: (mac, data) => crypto.subtle.verify('HMAC', key, mac, data),
    }
  },
  sha256: async (bytes) => toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))),
}

/** All values as soon as there are all: at once, unless one of them is still to come. */
export const together = <T>(values: readonly (T | Promise<T>)[]): T[] | Promise<T[]> =>
  values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as T[])

let engine = webCrypto

/** WebCrypto, which every runtime has, unless an entry for one runtime brought its own. */
export const currentEngine = (): Engine => engine

export function useEngine(other: Engine): void {
  engine = other
}
