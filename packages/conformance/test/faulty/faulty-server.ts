import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { constants, operations } from '@partner-platform/types'
import { checkServer, type Report, type ServerCheckOptions } from '../../src/index.ts'
import { openServer } from '../open-server.ts'

type HeaderValues = Record<string, string>
type Keys = Readonly<Record<string, 'active' | 'revoked' | 'elsewhere'>>
type Answered = {
  status: number
  headers: HeaderValues
  /** `null` for none. */
  body: unknown
}

type CountryList = ReturnType<typeof rightBody>

export const ownKey = 'ppk_dev_gZME1ctjrzcXh0JlT8XeqbSJzvcbjq101HIy'
const elsewhereKey = 'ppk_stg_vf91fy588bd93O8LKhRV36Gc4RFGI10JdjxL'
const revokedKey = 'ppk_dev_7yinHbcHvEzLiDfAQPQZUj2Mo864eg0N207m'
export const allowedOrigin = 'https://partner.example'

const rightBody = () => ({
  status: true,
  statusCode: 200,
  result: [
    { uuid: randomUUID(), name: 'India', isoCode: 'IN', currency: 'INR' },
    { uuid: randomUUID(), name: 'Kenya', isoCode: 'KE', currency: 'KES' },
  ],
})

const { rateLimitPolicyName: policy, rateLimitWindowSeconds: windowSeconds } = constants

/** The parts of a server. Each part is correct until a fixture replaces it. */
export const rightParts = {
  /** The key of a call; `undefined` for no key or several different keys. */
  keyOf({ headersDistinct }: IncomingMessage): string | undefined {
    const bearers = headersDistinct.authorization ?? []
    const keys = headersDistinct['x-api-key'] ?? []
    if (bearers.length > 1 || keys.length > 1) return undefined
    const values = bearers.map((value) => /^Bearer +(\S+)$/i.exec(value)?.[1] ?? '')
    const [key, ...others] = new Set([...values, ...keys])
    return others.length === 0 ? key : undefined
  },
  keys: { [ownKey]: 'active', [elsewhereKey]: 'elsewhere', [revokedKey]: 'revoked' } as Keys,
  unknown: 401,
  elsewhere: 403,
  allows: (origin: string): boolean => origin === allowedOrigin,
  corsHeaders: (origin: string): HeaderValues => ({
    'access-control-allow-origin': origin,
    vary: 'Origin',
  }),
  /** Whether a preflight request is answered without a key. */
  answersPreflight: true,
  quota: 60,
  /** The number of counted calls after which the window restarts. */
  renewsAfter: Number.POSITIVE_INFINITY,
  /** Whether a call beyond the quota is refused. */
  enforces: true,
  limitHeaders: ({ used, quota }: { used: number; quota: number }): HeaderValues => ({
    'ratelimit-policy': `"${policy}";q=${quota};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${Math.max(0, quota - used)};t=${windowSeconds}`,
  }),
  success: (body: CountryList): unknown => body,
  allowsMethod: (method: string): boolean => method === 'GET',
  allowsPath: (path: string): boolean => path === operations.listCountries.path,
  /** Makes the last changes to an answer. */
  finish: (answered: Answered, _: IncomingMessage): Answered => answered,
}

export type Parts = typeof rightParts

const codes: Record<number, string> = { 401: 'unauthorized', 403: 'forbidden' }

const refusal = (status: number, headers: HeaderValues = {}): Answered => ({
  status,
  headers: {
    ...headers,
    ...(status === 401
      ? { 'www-authenticate': `Bearer realm="${constants.authenticationRealm}"` }
      : {}),
  },
  body: {
    status: false,
    statusCode: status,
    error: { code: codes[status] ?? 'other', message: 'Refused.', requestId: randomUUID() },
  },
})

/** Every option of the checks except the URL. */
const serverOptions = {
  apiKey: ownKey,
  revokedKey,
  otherEnvironmentKey: elsewhereKey,
  allowedOrigin,
  exhaustLimit: true,
}

/** Changes each country in a success. */
export const eachCountry =
  (change: (country: CountryList['result'][number]) => object): Parts['success'] =>
  ({ result, ...body }) => ({ ...body, result: result.map((one) => change(one)) })

/** Sends another content type in all answers. */
export const namingType =
  (type: string): Parts['finish'] =>
  ({ headers, ...rest }) => ({ ...rest, headers: { ...headers, 'content-type': type } })

/** The report of the checks on a server made of the given parts. */
export async function checkFaultyServer(
  changes: Partial<Parts>,
  options: Partial<ServerCheckOptions> = {},
): Promise<Report> {
  const { url, close } = await openFaultyServer({ ...rightParts, ...changes })
  const report = await checkServer({ baseUrl: new URL(url).origin, ...serverOptions, ...options })
  await close()
  return report
}

function openFaultyServer(parts: Parts) {
  const list = rightBody()
  const etag = `"${createHash('sha256').update(JSON.stringify(list)).digest('hex').slice(0, 16)}"`
  let used = 0
  let counted = 0

  function answer(request: IncomingMessage): Answered {
    const { origin, 'access-control-request-method': wanted } = request.headers
    const cors = origin !== undefined && parts.allows(origin) ? parts.corsHeaders(origin) : {}
    if (request.method === 'OPTIONS' && wanted && parts.answersPreflight) {
      return origin && parts.allows(origin)
        ? { status: 204, headers: { ...cors, 'access-control-allow-methods': 'GET' }, body: null }
        : refusal(403)
    }
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (!parts.allowsPath(path)) return refusal(404)
    if (!parts.allowsMethod(request.method ?? '')) return refusal(405, { allow: 'GET' })
    return open(request, cors)
  }

  function open(request: IncomingMessage, cors: HeaderValues): Answered {
    const key = parts.keyOf(request)
    const state = key === undefined ? undefined : parts.keys[key]
    if (state === undefined || state === 'revoked') return refusal(parts.unknown)
    if (state === 'elsewhere') return refusal(parts.elsewhere)
    const { origin } = request.headers
    if (origin !== undefined && !parts.allows(origin)) return refusal(403)
    if (used >= parts.quota && parts.enforces) {
      return refusal(429, { 'retry-after': String(windowSeconds) })
    }
    used++
    if (++counted === parts.renewsAfter) used = 0
    const headers = { ...cors, etag, 'cache-control': 'private, max-age=300' }
    if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: null }
    return { status: 200, headers, body: parts.success(structuredClone(list)) }
  }

  return openServer((request, response) => {
    const first = answer(request)
    const isKnown = first.status !== 401
    const limit = parts.limitHeaders({ used: isKnown ? used : 0, quota: parts.quota })
    const typed = first.body === null ? {} : { 'content-type': 'application/json' }
    const withHeaders = { ...first, headers: { ...typed, ...limit, ...first.headers } }
    const { status, headers, body } = parts.finish(withHeaders, request)
    response.writeHead(status, headers)
    response.end(body === null ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })
}
