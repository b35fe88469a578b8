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

/** The part of Node's crypto module that is used here. */
interface NodeCrypto {
  createSecretKey(bytes: Uint8Array): object
  createHmac(
    algorithm: 'sha256',
    key: object | string,
  ): { update(bytes: Uint8Array): { digest(): Uint8Array } }
  hash(algorithm: 'sha256', bytes: Uint8Array): string
  timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean
}

/** Node's own functions answer at once. WebCrypto hands each call to another thread, which takes ten times as long. */
export const createNodeEngine = (node: NodeCrypto): Engine => ({
  importKey(bytes) {
    const key = node.createSecretKey(bytes)
    const sign = (data: Uint8Array) => node.createHmac('sha256', key).update(data).digest()
    return { sign, verify: (mac, data) => node.timingSafeEqual(sign(data), mac) }
  },
  sha256: (bytes) => node.hash('sha256', bytes),
})

type Runtime = { process?: { getBuiltinModule?(name: string): NodeCrypto | undefined } }

/** Node's functions if the runtime has them, else WebCrypto. No import: browsers could not load it. */
function findEngine(): Engine {
  try {
    const node = (globalThis as Runtime).process?.getBuiltinModule?.('node:crypto')
    const found = node && createNodeEngine(node)
    return found && isSound(found) ? found : webCrypto
  } catch {
    return webCrypto
  }
}

/** Whether an engine gives known answers: other runtimes may have only some of the functions, or stand-ins. */
function isSound({ importKey, sha256 }: Engine): boolean {
  const zeros = new Uint8Array(32)
  const { sign, verify } = importKey(zeros) as HmacKey
  const mac = sign(zeros) as Uint8Array<ArrayBuffer>
  return (
    toHex(mac) === '33ad0a1c607ec03b09e6cd9893680ce210adf300aa1f2660e1b22e10f170f92a' &&
    verify(mac, zeros) === true &&
    verify(zeros, zeros) === false &&
    sha256(zeros) === '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
  )
}

let engine: Engine | undefined

/** The engine that computes signatures and digests in this process, chosen at its first use. */
export function currentEngine(): Engine {
  engine ??= findEngine()
  return engine
}

/** Uses another engine from now on. For tests, which compare the engines. */
export function useEngine(other: Engine): void {
  engine = other
}
