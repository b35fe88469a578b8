import { type Engine, useEngine, webCrypto } from '../src/mac.ts'
import { nodeCrypto } from '../src/use-node-crypto.ts'

/** Everything that computes signatures, by name. The tests of a process share the one in use. */
export const engines: [name: string, engine: Engine][] = [
  ['WebCrypto', webCrypto],
  ['node:crypto', nodeCrypto],
]

/** Uses an engine from here on, and counts its calls. */
export function useCounted(engine: Engine): { importKey: number; verify: number } {
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
