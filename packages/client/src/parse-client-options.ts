import { authHeader } from './auth.ts'
import type { CallOptions, ClientOptions } from './client-options.ts'

/** `ClientOptions` with every default filled in, and the key only as the header that carries it. */
export interface Settings {
  baseUrl: string
  authHeader: readonly [name: string, value: string]
  timeoutMs: number
  retries: number
  retryDelayMs: number
  maxRetryDelayMs: number
  bodyLimitBytes: number
  fetch: (request: Request) => Promise<Response>
  validateResponses: boolean
}

const maxTimerMs = 2_147_483_647

const ranges = {
  timeoutMs: { default: 10_000, min: 1, max: maxTimerMs },
  retries: { default: 2, min: 0, max: 100 },
  retryDelayMs: { default: 250, min: 0, max: maxTimerMs },
  maxRetryDelayMs: { default: 30_000, min: 0, max: maxTimerMs },
  bodyLimitBytes: { default: 10_485_760, min: 1, max: Number.MAX_SAFE_INTEGER },
} as const

type Ranged = keyof typeof ranges

const known: Record<keyof ClientOptions, true> = {
  baseUrl: true,
  apiKey: true,
  auth: true,
  timeoutMs: true,
  retries: true,
  retryDelayMs: true,
  maxRetryDelayMs: true,
  bodyLimitBytes: true,
  fetch: true,
  validateResponses: true,
  allowHttp: true,
}

/** Settings, or a `TypeError` that names the option and never its value. */
export function parseClientOptions(options: ClientOptions): Settings {
  if (typeof options !== 'object' || options === null) {
    throw mistake('Options of createClient are missing', 'an object', kind(options), 'Pass one')
  }
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue
    const names = Object.keys(known).join(', ')
    throw mistake(`Option ${name} is unknown`, `one of ${names}`, 'another name', 'Correct it')
  }
  const { validateResponses, allowHttp } = options
  return {
    baseUrl: parseBaseUrl(options.baseUrl, flag('allowHttp', allowHttp, false)),
    authHeader: authHeader(options.auth ?? 'bearer', parseApiKey(options.apiKey)),
    timeoutMs: parseNumber('timeoutMs', options.timeoutMs),
    retries: parseNumber('retries', options.retries),
    retryDelayMs: parseNumber('retryDelayMs', options.retryDelayMs),
    maxRetryDelayMs: parseNumber('maxRetryDelayMs', options.maxRetryDelayMs),
    bodyLimitBytes: parseNumber('bodyLimitBytes', options.bodyLimitBytes),
    fetch: parseFetch(options.fetch),
    validateResponses: flag('validateResponses', validateResponses, true),
  }
}

/** The settings of one call: those of the client, where `call` does not say otherwise. */
export function parseCallOptions(settings: Settings, call: CallOptions): Settings {
  const timeoutMs = parseNumber('timeoutMs', call.timeoutMs, settings.timeoutMs)
  return { ...settings, timeoutMs, retries: parseNumber('retries', call.retries, settings.retries) }
}

function parseApiKey(apiKey: unknown): string {
  const expected = 'visible ASCII characters without spaces or line breaks'
  const next = 'Pass the key of this environment exactly as it was shown to you'
  if (typeof apiKey !== 'string' || apiKey.trim() === '') {
    throw mistake('Option apiKey is missing', expected, kind(apiKey), next)
  }
  const index = apiKey.search(/[^\x21-\x7e]/)
  if (index === -1) return apiKey
  const received = `another character at index ${index} of ${apiKey.length}`
  throw mistake('Option apiKey is malformed', expected, received, next)
}

const isLoopback = (host: string) =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

function parseBaseUrl(baseUrl: unknown, allowHttp: boolean): string {
  const text = typeof baseUrl === 'object' && baseUrl !== null ? urlOf(baseUrl) : baseUrl
  const expected = 'an absolute https URL'
  if (typeof text !== 'string' || !URL.canParse(text) || /\s/.test(text)) {
    throw mistake('Option baseUrl is malformed', expected, kind(text), 'Correct it')
  }
  const url = new URL(text)
  const faults: [boolean, string, string][] = [
    [!/^https?:$/.test(url.protocol), `the scheme ${url.protocol}`, 'Use https'],
    [
      url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname),
      'http to a host that is not this machine',
      'Use https, or set allowHttp if nobody can listen in between',
    ],
    [url.username + url.password !== '', 'a URL with user information', 'Remove it'],
    [/[?#]/.test(text), 'a URL with a query or a fragment', 'Remove it'],
  ]
  for (const [isFault, received, next] of faults) {
    if (isFault) throw mistake('Option baseUrl is not usable', expected, received, next)
  }
  return url.href.replace(/\/+$/, '')
}

const urlOf = (server: object): unknown => ('url' in server ? server.url : undefined)

function parseNumber(name: Ranged, value: unknown, fallback?: number): number {
  const { default: standard, min, max } = ranges[name]
  if (value === undefined) return fallback ?? standard
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) {
    return value
  }
  const received = typeof value === 'number' ? String(value) : kind(value)
  const expected = `a whole number from ${min} to ${max}`
  throw mistake(`Option ${name} is out of range`, expected, received, 'Correct it or leave it out')
}

function flag(name: keyof ClientOptions, value: unknown, standard: boolean): boolean {
  if (value === undefined) return standard
  if (typeof value === 'boolean') return value
  throw mistake(`Option ${name} is malformed`, 'true or false', kind(value), 'Correct it')
}

function parseFetch(fetch: ClientOptions['fetch']): Settings['fetch'] {
  if (typeof fetch === 'function') return (request) => fetch(request)
  if (fetch === undefined && typeof globalThis.fetch === 'function') {
    // Looked up at each call, and with its own `this`: browsers refuse another.
    return (request) => globalThis.fetch(request)
  }
  throw mistake('Option fetch is missing', 'a function', kind(fetch), 'Pass one')
}

const kind = (value: unknown) =>
  typeof value === 'string'
    ? `a string of length ${value.length}`
    : value === null
      ? 'null'
      : typeof value

const mistake = (problem: string, expected: string, received: string, next: string) =>
  new TypeError(`${problem}: expected ${expected}, received ${received}. ${next}.`)
