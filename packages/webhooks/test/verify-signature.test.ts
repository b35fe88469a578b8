import * as node from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { isPlatformSignatureSent } from '@partner-platform/validators'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSecret, signPayload, toStorageKey, verifySignature } from '../src/index.ts'
import { createNodeEngine, type Engine, useEngine, webCrypto } from '../src/mac.ts'

const secret = createSecret()
const body = '{"a":"Zoë ✈"}'
const bytes = new TextEncoder().encode(body)

const having = (changes: object) => ({ getBuiltinModule: () => ({ ...node, ...changes }) })
const sha512 = (_: string, key: node.KeyObject) => node.createHmac('sha512', key)
const fails = () => {
  throw new Error('Not here.')
}

/** Every engine that computes signatures, by name. The tests in a process share the engine in use. */
const engines: [name: string, engine: Engine][] = [
  ['WebCrypto', webCrypto],
  ['node:crypto', createNodeEngine(node)],
]

/** Uses an engine from now on, and counts its calls. */
function useCounted(engine: Engine): { importKey: number; verify: number } {
  const calls = { importKey: 0, verify: 0 }
  useEngine({
    ...engine,
    async importKey(bytes) {
      calls.importKey += 1
      const key = await engine.importKey(bytes)
      return {
        sign: key.sign,
        verify(mac, data) {
          calls.verify += 1
          return key.verify(mac, data)
        },
      }
    },
  })
  return calls
}

describe.each(engines)('signPayload, by %s', (_, engine) => {
  beforeEach(() => useEngine(engine))

  it('D-002 writes what the generated validator of the header accepts', async () => {
    for (const text of ['', body, 'ü'.repeat(1000)]) {
      expect(isPlatformSignatureSent(await signPayload({ body: text, secret }))).toBe(true)
    }
  })

  it.each([
    ['an object', { a: 1 }],
    ['half a surrogate pair', 'a\ud800'],
  ])('refuses a body that is %s', async (_, wrong) => {
    const act = signPayload({ body: wrong as string, secret })
    await expect(act).rejects.toThrow(
      /^body cannot be signed: it is neither bytes nor well-formed text \(\w+\)/,
    )
  })
})

describe.each(engines)('verifySignature, by %s', (_, engine) => {
  beforeEach(() => useEngine(engine))

  it.each([
    ['a Buffer', Buffer.from(body)],
    ['a view within a larger buffer', new Uint8Array([9, ...bytes, 9]).subarray(1, -1)],
    ['shared memory', sharedCopy()],
    ['bytes of another realm', runInNewContext(`Uint8Array.from([${bytes.join()}])`)],
    ['text', body],
  ])('D-001 verifies %s', async (_, given) => {
    const signature = await signPayload({ body, secret })
    expect(await verifySignature({ body: given, signature, secrets: [secret] })).toEqual({
      ok: true,
    })
  })

  it.each([
    ['the parsed body', { a: 1 }],
    ['16-bit numbers', new Uint16Array(4)],
    ['an ArrayBuffer', new ArrayBuffer(4)],
    ['what pretends to be bytes', { [Symbol.toStringTag]: 'Uint8Array', length: 7 }],
    ['bytes that were transferred away', transferred()],
    ['half a surrogate pair', 'a\ud800'],
  ])('answers body-not-raw for %s', async (_, given) => {
    const signature = await signPayload({ body, secret })
    const verified = await verifySignature({ body: given as string, signature, secrets: [secret] })
    expect(verified).toEqual({ ok: false, code: 'body-not-raw' })
  })

  it('D-002 computes nothing for a malformed signature', async () => {
    const calls = useCounted(engine)
    const signature = `${await signPayload({ body, secret })}0`
    const verified = await verifySignature({ body, signature, secrets: [secret] })
    expect(verified).toEqual({ ok: false, code: 'malformed-signature' })
    expect(calls.verify).toBe(0)
  })

  it('D-004 tries every secret, even after one matched', async () => {
    const calls = useCounted(engine)
    const signature = await signPayload({ body, secret })
    const secrets = [secret, createSecret(), createSecret()]
    expect(await verifySignature({ body, signature, secrets })).toEqual({ ok: true })
    expect(calls.verify).toBe(3)
  })
})

it('keeps the keys of the last 32 secrets, and verifies with more', async () => {
  const calls = useCounted(webCrypto)
  const secrets = Array.from({ length: 33 }, () => createSecret())
  for (const one of secrets) await signPayload({ body, secret: one })
  for (const one of secrets.slice(1)) await signPayload({ body, secret: one })
  expect(calls.importKey).toBe(33)
  const signature = await signPayload({ body, secret: secrets[0] ?? '' })
  expect(calls.importKey).toBe(34)
  expect(await verifySignature({ body, signature, secrets })).toEqual({ ok: true })
})

it.each([
  ['node:crypto in Node', process, 'node'],
  ['WebCrypto in a browser', undefined, 'web'],
  ['WebCrypto in an older Node', {}, 'web'],
  ['WebCrypto where node:crypto is missing', { getBuiltinModule: () => undefined }, 'web'],
  ['WebCrypto where it has no hash', having({ hash: undefined }), 'web'],
  ['WebCrypto where its hash is wrong', having({ hash: () => '0' }), 'web'],
  ['WebCrypto where it finds everything equal', having({ timingSafeEqual: () => true }), 'web'],
  ['WebCrypto where it finds nothing equal', having({ timingSafeEqual: () => false }), 'web'],
  ['WebCrypto where its HMAC is another', having({ createHmac: sha512 }), 'web'],
  ['WebCrypto where the look-up fails', { getBuiltinModule: fails }, 'web'],
])('uses %s', async (_, runtime, wanted) => {
  vi.resetModules()
  const { currentEngine, webCrypto } = await import('../src/mac.ts')
  vi.stubGlobal('process', runtime)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(currentEngine() === webCrypto ? 'web' : 'node').toBe(wanted)
})

it('all engines compute the same', async () => {
  const results = []
  for (const [, engine] of engines) {
    useEngine(engine)
    results.push([await signPayload({ body, secret }), await toStorageKey(body)])
  }
  expect(results[0]).toEqual(results[1])
  expect(results[0]?.join()).toMatch(/^sha256=[0-9a-f]{64},[0-9a-f]{64}$/)
})

function sharedCopy(): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}

function transferred(): Uint8Array {
  const gone = new Uint8Array(7)
  structuredClone(gone.buffer, { transfer: [gone.buffer] })
  return gone
}
