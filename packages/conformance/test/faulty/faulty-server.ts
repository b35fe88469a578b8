import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { constants, operations } from '@partner-platform/types'
import { checkServer, type Report, type ServerCheckOptions } from '../../src/index.ts'
import { openServer } from '../open-server.ts'

type Answered = {
  status: number
  headers: Record<string, string>
  /** `null` for none. */
  body: unknown
}

type State = { used: number; quota: number }

/** What a server is put together from. Each part is right until a fixture replaces it. */
export type Parts = {
  /** The key of a call, `undefined` for none or several that differ. */
  keyOf: (request: IncomingMessage) => string | undefined
  keys: Readonly<Record<string, 'active' | 'revoked' | 'elsewhere'>>
  unknown: number
  elsewhere: number
  /** Whether an origin may call. */
  allows: (origin: string) => boolean
  corsHeaders: (origin: string) => Record<string, string>
  /** Whether a preflight request is answered without a key. */
  answersPreflight: boolean
  quota: number
  /** After how many counted calls its window restarts. */
  renewsAfter: number
  /** Whether a call beyond the quota is refused. */
  enforces: boolean
  limitHeaders: (state: State) => Record<string, string>
  success: (body: CountryList) => unknown
  allowsMethod: (method: string) => boolean
  allowsPath: (path: string) => boolean
  /** Last changes to an answer. */
  finish: (answered: Answered, request: IncomingMessage) => Answered
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

export const rightParts: Parts = {
  keyOf({ headersDistinct }) {
    const bearers = headersDistinct.authorization ?? []
    const keys = headersDistinct['x-api-key'] ?? []
    if (bearers.length > 1 || keys.length > 1) return undefined
    const values = bearers.map((value) => /^Bearer +(\S+)$/i.exec(value)?.[1] ?? '')
    const [key, ...others] = new Set([...values, ...keys])
    return others.length === 0 ? key : undefined
  },
  keys: { [ownKey]: 'active', [elsewhereKey]: 'elsewhere', [revokedKey]: 'revoked' },
  unknown: 401,
  elsewhere: 403,
  allows: (origin) => origin === allowedOrigin,
  corsHeaders: (origin) => ({ 'access-control-allow-origin': origin, vary: 'Origin' }),
  answersPreflight: true,
  quota: 60,
  renewsAfter: Number.POSITIVE_INFINITY,
  enforces: true,
  limitHeaders: ({ used, quota }) => ({
    'ratelimit-policy': `"${policy}";q=${quota};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${Math.max(0, quota - used)};t=${windowSeconds}`,
  }),
  success: (body) => body,
  allowsMethod: (method) => method === 'GET',
  allowsPath: (path) => path === operations.listCountries.path,
  finish: (answered) => answered,
}

const codes: Record<number, string> = { 401: 'unauthorized', 403: 'forbidden' }

const refusal = (status: number, headers: Record<string, string> = {}): Answered => ({
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

/** Every option of the checks but the URL. */
export const serverOptions = {
  apiKey: ownKey,
  revokedKey,
  otherEnvironmentKey: elsewhereKey,
  allowedOrigin,
  exhaustLimit: true,
}

/** What the checks report of a server made of the given parts. */
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

  function open(request: IncomingMessage, cors: Record<string, string>): Answered {
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
