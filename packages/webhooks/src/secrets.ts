import { constants } from '@partner-platform/types'
import { currentEngine, type Engine, type HmacKey, together } from './mac.ts'
import { toBytes } from './to-bytes.ts'

/** `whsec_…`, any other text (its UTF-8 is the key), or the bytes of the key. */
export type Secret = string | Uint8Array

/** A fixed list, or a function called on every delivery, to rotate without a restart. */
export type SecretsSource =
  | readonly Secret[]
  | (() => readonly Secret[] | Promise<readonly Secret[]>)

/** Secrets, or the explicit statement that there are none. */
export type TrustOptions<Secrets = readonly Secret[]> =
  | {
      secrets?: Secrets | undefined
      /** Only for an integration without signature verification: anyone may send anything. */
      verification: 'off'
    }
  | {
      /** Every secret that may have signed. */
      secrets: Secrets
      verification?: undefined
    }

/**
 * A new signing secret as text: the prefix and the base64 of 32 random bytes. Show it once.
 * @see specs/decisions D-003
 */
export function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(constants.secretBytes))
  return constants.secretPrefix + btoa(String.fromCharCode(...bytes))
}

/**
 * Throws a `TypeError` unless every secret is usable. It names the entry, never its value.
 * @see specs/decisions D-003
 */
export function assertSecrets(secrets: unknown): asserts secrets is readonly Secret[] {
  void importKeys(secrets)
}

export type KeySource = () => readonly HmacKey[] | 'off' | Promise<readonly HmacKey[] | 'off'>

/**
 * Gives the keys for one delivery, from a list or from what a function returns now. Throws a
 * `TypeError` for an unusable list.
 */
export function keySource({ secrets, verification }: TrustOptions<SecretsSource>): KeySource {
  if (verification === 'off') return () => 'off'
  if (typeof secrets === 'function') return async () => importKeys(await secrets())
  const keys = importKeys(secrets)
  return () => keys
}

type Keys = HmacKey[] | Promise<HmacKey[]>

// More than anyone rotates between. Importing a key costs as much as verifying.
const mostKept = 32
const kept = new Map<string, HmacKey | Promise<HmacKey>>()
let keptBy: Engine | undefined

/**
 * The keys of a list of secrets, imported once per secret. Throws a `TypeError` for an empty list and
 * for an unusable secret, which it names.
 * @see specs/decisions D-003, D-004
 */
export function importKeys(secrets: unknown): Keys {
  if (Array.isArray(secrets) && secrets.length > 0)
    return together(secrets.map((secret, index) => importKey(secret, `secrets[${index}]`)))
  const received = Array.isArray(secrets) ? 'an empty list' : typeof secrets
  throw new TypeError(
    `secrets is unusable. Pass a list of at least one secret of this environment, not ${received}.`,
  )
}

/** The key of one secret, for HMAC-SHA256. Throws a `TypeError` that names `option`. */
export function importKey(secret: unknown, option: string): HmacKey | Promise<HmacKey> {
  const engine = currentEngine()
  if (keptBy !== engine) kept.clear()
  keptBy = engine
  const known = kept.get(secret as string)
  if (known) return known
  const key = engine.importKey(decodeSecret(secret, option))
  // The caller may change the bytes later.
  if (typeof secret !== 'string') return key
  const [oldest] = kept.keys()
  if (kept.size === mostKept && oldest !== undefined) kept.delete(oldest)
  kept.set(secret, key)
  return key
}

const { secretPrefix } = constants

/**
 * The key bytes of a secret: the decoded base64 of `whsec_…`, the UTF-8 of any other text, or the bytes
 * themselves. Throws a `TypeError` that names `option`, never the value, for an obvious mistake, such as
 * our prefix before something else.
 * @see specs/decisions D-003
 */
function decodeSecret(secret: unknown, option: string): Uint8Array<ArrayBuffer> {
  const refuse = (problem: string, received: string): never => {
    throw new TypeError(
      `${option} ${problem} (${received}). Pass the secret exactly as it was shown, or as bytes if its text is the key.`,
    )
  }
  if (typeof secret !== 'string') {
    const raw = toBytes(secret)
    if (!raw) return refuse('is neither text nor bytes', kindOf(secret))
    return raw.length > 0 ? raw : refuse('is empty', '0 bytes')
  }
  if (secret.trim() === '') return refuse('is blank', `${secret.length} characters`)
  if (secret.trim() !== secret)
    return refuse('has white space around it', `${secret.length} characters`)
  if (!secret.startsWith(secretPrefix)) {
    return toBytes(secret) ?? refuse('is not well-formed text', `${secret.length} characters`)
  }
  const bytes = fromBase64(secret.slice(secretPrefix.length))
  if (!bytes) return refuse('is not base64', `${secret.length} characters`)
  return bytes.length > 0 ? bytes : refuse('has nothing after its prefix', '0 bytes')
}

export const kindOf = (value: unknown) => (value === null ? 'null' : typeof value)

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text)
    // atob accepts missing padding and stray bits. Two texts must never mean one key.
    if (btoa(binary) !== text) return undefined
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

export function assertOptions(options: unknown): asserts options is object {
  if (typeof options === 'object' && options !== null) return
  throw new TypeError(`options is unusable. Pass an object, not ${kindOf(options)}.`)
}
