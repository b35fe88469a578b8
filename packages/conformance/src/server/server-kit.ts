import type { Run, Sent } from '../engine/run.ts'
import type { HeaderLine } from '../http/outgoing.ts'
import { hasStatus } from './has-status.ts'
import { createUnknownKey, environmentOf, escapeForShell, type Key, secretKey } from './key.ts'
import { bearer, keyHeader, operation } from './operation.ts'
import type { ServerCheckOptions } from './server-options.ts'

export type CallOptions = {
  /** @default the operation's */
  method?: string
  /** Appended to the path of the operation. */
  path?: string
  /** Query without its question mark, and how a shell spells it. */
  query?: Key
}

export type ServerKit = {
  options: ServerCheckOptions
  /** The caller's keys, `undefined` where there is none. */
  keys: { own: Key; revoked: Key | undefined; elsewhere: Key | undefined }
  /** A key of the right form that nobody has; the same for the whole run. */
  unknownKey: Key
  call: (headers?: readonly HeaderLine[], options?: CallOptions) => Promise<Sent>
  /** A plain call with the caller's key as bearer token; sent once in a run. */
  byBearer: () => Promise<Sent>
  /** The same with the key in the header of its own. */
  byHeader: () => Promise<Sent>
  /** The one of the two that the server takes. */
  success: () => Promise<Sent>
  /** A key in the form that the server takes. */
  lineOf: (key: Key) => Promise<HeaderLine>
  /** A call without a key; sent once in a run. */
  unauthorized: () => Promise<Sent>
  /** A call with the key of another environment, sent once in a run; `undefined` without such a key. */
  forbidden: () => Promise<Sent | undefined>
  /** Everything that was sent so far. */
  sent: Sent[]
}

export const asBearer = ({ value, shell }: Key): HeaderLine => [
  'Authorization',
  `${bearer} ${value}`,
  `${bearer} ${shell}`,
]
export const asHeader = ({ value, shell }: Key): HeaderLine => [keyHeader, value, shell]

export function createServerKit(run: Run, url: URL, options: ServerCheckOptions): ServerKit {
  const sent: Sent[] = []
  const own = secretKey(options.apiKey, 'PARTNER_PLATFORM_API_KEY')
  const { revokedKey, otherEnvironmentKey } = options
  const revoked = revokedKey ? secretKey(revokedKey, 'REVOKED_API_KEY') : undefined
  const elsewhere = otherEnvironmentKey
    ? secretKey(otherEnvironmentKey, 'OTHER_ENVIRONMENT_API_KEY')
    : undefined
  const call: ServerKit['call'] = async (headers = [], { method, path, query } = {}) => {
    const target = new URL(url)
    target.pathname = `${target.pathname.replace(/\/$/, '')}${operation.path}${path ?? ''}`
    const shellUrl = query && `${escapeForShell(target.href)}?${query.shell}`
    if (query) target.search = query.value
    const one = await run.send({
      url: target,
      ...(shellUrl ? { shellUrl } : {}),
      method: method ?? operation.method,
      headers,
      body: null,
    })
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
    keys: { own, revoked, elsewhere },
    unknownKey: createUnknownKey(environmentOf(options.apiKey)),
    call,
    ...{ byBearer, byHeader, lineOf },
    success: async () => ((await takesHeaderOnly()) ? byHeader() : byBearer()),
    unauthorized: once(() => call()),
    forbidden: once(async () => (elsewhere ? call([await lineOf(elsewhere)]) : undefined)),
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
