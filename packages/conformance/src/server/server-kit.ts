import { gzipSync } from 'node:zlib'
import { constants, operations, securitySchemes } from '@partner-platform/types'
import { responseParsers } from '@partner-platform/validators'
import { hasStatus, type Run, type Sent } from '../engine/run.ts'
import type { HeaderLine } from '../http/exchange.ts'
import { assertRunOptions, assertTarget, type RunOptions } from '../run-options.ts'

export type ServerCheckOptions = RunOptions & {
  /** What the path of the operation is appended to, `http` or `https`. */
  baseUrl: string
  /**
   * Named in the report. A server of `staging` or `production` fails if it accepts unregistered origins; with
   * another name or none, that is the warning `open-origins`.
   */
  environment?: string | undefined
  /** An active key of this server's environment. */
  apiKey: string
  /** An active key of another environment. */
  otherEnvironmentKey?: string | undefined
  /** A key that once worked. */
  revokedKey?: string | undefined
  /** An origin that this environment allows to browsers, such as `https://partner.example`. */
  allowedOrigin?: string | undefined
  /** Also use up the key's rate limit, to check the answer after it. @default false */
  exhaustLimit?: boolean
}

/** The URL to call; a `TypeError` that names the option for any that cannot work. */
export function toServerTarget(options: ServerCheckOptions): URL {
  assertRunOptions(options)
  for (const name of ['apiKey', 'otherEnvironmentKey', 'revokedKey'] as const) {
    const value = options[name]
    if (value !== undefined || name === 'apiKey') assertKey(name, value)
  }
  const { allowedOrigin } = options
  if (allowedOrigin !== undefined) {
    const isOrigin = URL.canParse(allowedOrigin) && new URL(allowedOrigin).origin === allowedOrigin
    if (!isOrigin) refuse('allowedOrigin', 'an origin such as https://partner.example')
  }
  const url = assertTarget('baseUrl', options.baseUrl)
  if (url.search !== '') refuse('baseUrl', 'a URL without a query')
  return url
}

/** A key is used in a header and in a shell command. */
function assertKey(option: string, value: unknown): void {
  const isUsable = typeof value === 'string' && /^[\x21-\x7e]{8,1000}$/.test(value)
  if (!isUsable) refuse(option, 'a key of 8 printable characters or more')
}

function refuse(option: string, expected: string): never {
  throw new TypeError(`${option} is unusable. Pass ${expected}.`)
}

/** A key, and how a shell spells it within double quotes. */
type Key = { value: string; shell: string }

type CallOptions = {
  /** @default the operation's */
  method?: string
  /** Appended to the path of the operation. */
  path?: string
  /** Query without its question mark, and how a shell spells it. */
  query?: Key
}

export type ServerKit = ReturnType<typeof createServerKit>

export const asBearer = ({ value, shell }: Key): HeaderLine => [
  'Authorization',
  `${bearer} ${value}`,
  `${bearer} ${shell}`,
]
export const asHeader = ({ value, shell }: Key): HeaderLine => [keyHeader, value, shell]

export function createServerKit(run: Run, url: URL, options: ServerCheckOptions) {
  const sent: Sent[] = []
  const { apiKey, revokedKey, otherEnvironmentKey = '' } = options
  // Reports name only the variable of a caller's key.
  const own: Key = { value: apiKey, shell: '$PARTNER_PLATFORM_API_KEY' }
  const revoked = revokedKey && { value: revokedKey, shell: '$REVOKED_API_KEY' }
  const elsewhere: Key = { value: otherEnvironmentKey, shell: '$OTHER_ENVIRONMENT_API_KEY' }
  const call = async (
    headers: readonly HeaderLine[] = [],
    { method = operation.method, path = '', query }: CallOptions = {},
  ) => {
    const target = new URL(url)
    target.pathname = `${target.pathname.replace(/\/$/, '')}${operation.path}${path}`
    const shell = query && { shellUrl: `${escapeForShell(target.href)}?${query.shell}` }
    if (query) target.search = query.value
    const one = await run.send({ url: target, ...shell, method, headers, body: null })
    sent.push(one)
    return one
  }
  const byBearer = once(() => call([asBearer(own)]))
  const byHeader = once(() => call([asHeader(own)]))
  const takesHeaderOnly = async () =>
    !hasStatus(await byBearer(), 200) && hasStatus(await byHeader(), 200)
  const lineOf = async (key: Key) => ((await takesHeaderOnly()) ? asHeader(key) : asBearer(key))
  return {
    options,
    keys: { own, revoked: revoked || undefined },
    /** A key of the right form that nobody has; the same for the whole run. */
    unknownKey: createUnknownKey(apiKey),
    call,
    /** Plain calls with the caller's key, as bearer token and in its own header; each is sent once. */
    byBearer,
    byHeader,
    /** The one of the two that the server takes. */
    success: async () => ((await takesHeaderOnly()) ? byHeader() : byBearer()),
    /** A plain call with the caller's key and these header lines. */
    callWith: async (lines: readonly HeaderLine[] = [], changes?: CallOptions) =>
      call([await lineOf(own), ...lines], changes),
    /** A call without a key; sent once in a run. */
    unauthorized: once(() => call()),
    /** A call with the key of another environment, sent once; only for checks that need that key. */
    forbidden: once(async () => call([await lineOf(elsewhere)])),
    /** Everything that was sent so far. */
    sent,
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A value that is not a key, so it may be shown. */
export const openKey = (value: string): Key => ({ value, shell: escapeForShell(value) })

/** A text escaped for double quotes of a shell. */
const escapeForShell = (text: string) => text.replaceAll(/["$`\\]/g, '\\$&')

const { apiKeyPrefixes, apiKeyAlphabet, apiKeyRandomLength, apiKeyChecksumLength } = constants

const toDigit = (value: number) => apiKeyAlphabet.charAt(value % apiKeyAlphabet.length)

/**
 * A key that no server has issued. It has the form that the contract requires, including the checksum, so
 * that only a lookup in the store can tell. It has the prefix of the caller's key, or else of `development`.
 * @see specs/decisions/ D-020
 */
function createUnknownKey(ownKey: string): Key {
  const prefixes = Object.values(apiKeyPrefixes)
  const prefix = prefixes.find((one) => ownKey.startsWith(one)) ?? apiKeyPrefixes.development
  const bytes = crypto.getRandomValues(new Uint8Array(apiKeyRandomLength))
  const start = prefix + Array.from(bytes, toDigit).join('')
  return openKey(start + checksum(start))
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < apiKeyChecksumLength) {
    digits = toDigit(rest) + digits
    rest = Math.floor(rest / apiKeyAlphabet.length)
  }
  return digits
}

// Gzip ends with the CRC-32 and the size (RFC 1952). The oldest supported Node has no `crc32` in node:zlib.
const crc32 = (text: string) => gzipSync(text).subarray(-8).readUInt32LE()

export const operation = operations.listCountries

/** What its responses must look like, by status. */
export const responses = responseParsers[operation.id]

/** Name of the header that carries a key alone. */
export const keyHeader = securitySchemes.apiKeyHeader.name

/** The prefix of a key in `Authorization`. */
export const bearer = `${securitySchemes.bearerAuth.scheme[0]?.toUpperCase()}${securitySchemes.bearerAuth.scheme.slice(1)}`
