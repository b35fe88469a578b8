import { securitySchemes } from '@partner-platform/types'
import { isEntityTag } from '@partner-platform/validators'
import type { ClientOptions, Validation } from './client-options.ts'
import { contractOperations } from './contract.ts'

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
  validateResponses: Validation
}

const maxTimerMs = 2_147_483_647

const numbers = {
  timeoutMs: { standard: 10_000, min: 1, max: maxTimerMs },
  retries: { standard: 2, min: 0, max: 100 },
  retryDelayMs: { standard: 250, min: 0, max: maxTimerMs },
  maxRetryDelayMs: { standard: 30_000, min: 0, max: maxTimerMs },
  bodyLimitBytes: { standard: 10_485_760, min: 1, max: Number.MAX_SAFE_INTEGER },
} as const

const known: Record<keyof ClientOptions, true> = {
  ...{ baseUrl: true, apiKey: true, auth: true },
  ...{ timeoutMs: true, retries: true, retryDelayMs: true, maxRetryDelayMs: true },
  ...{ bodyLimitBytes: true, fetch: true, validateResponses: true, allowHttp: true },
}

/** The `TypeError` for a mistake in the program. It never quotes a value. */
export const invalidOption = (problem: string, next: string): TypeError =>
  new TypeError(`${problem}. ${next}.`)

/** Describes a value without showing it: its type, and the length of a string. */
export function kindOf(value: unknown): string {
  if (typeof value === 'string') return `a string of length ${value.length}`
  return value === null ? 'null' : typeof value
}

/** Settings, or a `TypeError` that names the option and never its value. */
export function parseClientOptions(options: ClientOptions): Settings {
  if (typeof options !== 'object' || options === null) {
    const next = `Pass an object, not ${kindOf(options)}`
    throw invalidOption('Options of createClient are missing', next)
  }
  refuseUnknown(options, Object.keys(known))
  // A default replaces an option that is left out; null is a value, and no option takes it.
  const { auth = 'bearer', validateResponses = 'tolerant', allowHttp = false } = options
  if (typeof allowHttp !== 'boolean') {
    const next = `Pass true or false, not ${kindOf(allowHttp)}`
    throw invalidOption('Option allowHttp is malformed', next)
  }
  if (!['tolerant', 'strict', 'off'].includes(validateResponses)) {
    const next = `Pass tolerant, strict or off, not ${kindOf(validateResponses)}`
    throw invalidOption('Option validateResponses is malformed', next)
  }
  return {
    baseUrl: parseBaseUrl(options.baseUrl, allowHttp),
    authHeader: authHeader(auth, parseApiKey(options.apiKey)),
    timeoutMs: parseNumber('timeoutMs', options.timeoutMs),
    retries: parseNumber('retries', options.retries),
    retryDelayMs: parseNumber('retryDelayMs', options.retryDelayMs),
    maxRetryDelayMs: parseNumber('maxRetryDelayMs', options.maxRetryDelayMs),
    bodyLimitBytes: parseNumber('bodyLimitBytes', options.bodyLimitBytes),
    fetch: parseFetch(options.fetch),
    validateResponses,
  }
}

/** What the options of one call mean. */
interface Call {
  /** The client's settings, unless the call says otherwise. */
  settings: Settings
  signal: AbortSignal | undefined
  /** The other options, only those named in `inputs`. */
  input: Record<string, unknown>
}

/** The options of one call; throws a `TypeError` that names the option and never its value. */
export function parseCallOptions(
  options: unknown,
  { standard, inputs }: { standard: Settings; inputs: readonly string[] },
): Call {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const received = Array.isArray(options) ? 'a list' : kindOf(options)
    const next = `Pass an object or leave them out, not ${received}`
    throw invalidOption('Options of a call are malformed', next)
  }
  const entries = Object.entries(options).filter(([, value]) => value !== undefined)
  const given: Record<string, unknown> = Object.fromEntries(entries)
  refuseUnknown(given, ['signal', 'timeoutMs', 'retries', ...inputs])
  const { signal, timeoutMs, retries, ...input } = given
  if (signal !== undefined && !isAbortSignal(signal)) {
    const next = `Pass the signal of an AbortController, not ${kindOf(signal)}`
    throw invalidOption('Option signal is malformed', next)
  }
  const settings = {
    ...standard,
    timeoutMs: parseNumber('timeoutMs', timeoutMs, standard.timeoutMs),
    retries: parseNumber('retries', retries, standard.retries),
  }
  return { settings, signal, input }
}

/** The option `ifNoneMatch`; throws a `TypeError` unless it is absent or an entity tag. */
export function parseCondition(value: unknown): string | undefined {
  if (value === undefined || isEntityTag(value)) return value
  const next = `Pass the etag of an earlier result, not ${kindOf(value)}`
  throw invalidOption('Option ifNoneMatch is not an entity tag in double quotes', next)
}

/** The base URL as text, without slashes at its end; `http:` for loopback hosts or `allowHttp`. */
function parseBaseUrl(baseUrl: unknown, allowHttp: boolean): string {
  const text = typeof baseUrl === 'object' && baseUrl !== null ? textOf(baseUrl) : baseUrl
  if (typeof text !== 'string' || !URL.canParse(text) || /\s/.test(text)) {
    const received = kindOf(typeof text === 'string' ? text : baseUrl)
    const next = `Pass an absolute https URL, a URL object or an entry of servers, not ${received}`
    throw invalidOption('Option baseUrl is malformed', next)
  }
  const url = new URL(text)
  const repeated = findRepeatedPath(url.pathname.replace(/\/+$/, ''))
  const isRemoteHttp = url.protocol === 'http:' && !isLoopback(url.hostname)
  const faults: [boolean, string, string][] = [
    [!/^https?:$/.test(url.protocol), `its scheme is ${url.protocol}`, 'Use https'],
    [
      isRemoteHttp && !allowHttp,
      'it is http to another machine',
      'Use https, or set allowHttp if nobody can listen in between',
    ],
    [url.username + url.password !== '', 'it has a user name or password', 'Remove them'],
    [repeated !== undefined, 'it repeats the path of an operation', `Leave out ${repeated}`],
    [/[?#]/.test(text), 'it has a query or a fragment', 'Remove it'],
  ]
  for (const [isFault, problem, next] of faults) {
    if (isFault) throw invalidOption(`Option baseUrl is not usable: ${problem}`, next)
  }
  return url.href.replace(/\/+$/, '')
}

/** The end of the base URL that repeats the start of an operation's path, by two segments or more. */
function findRepeatedPath(path: string): string | undefined {
  const end = path.replace(/\/{2,}/g, '/').toLowerCase()
  const beginnings = contractOperations.flatMap(({ path: whole }) => {
    const segments = whole.split('/')
    return segments.map((_, index) => segments.slice(0, segments.length - index).join('/'))
  })
  return beginnings.find((one) => one.lastIndexOf('/') > 0 && end.endsWith(one.toLowerCase()))
}

// Not `instanceof URL`: the object may come from another realm.
const textOf = (object: object): unknown =>
  'url' in object ? object.url : 'href' in object ? object.href : undefined

const isLoopback = (host: string) =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

type SchemeValue = { type: string; scheme?: string; in?: string; name?: string }

/** The header line that carries a key in each form. @see specs/openapi.yaml `securitySchemes` */
const authHeaders = new Map<string, (apiKey: string) => readonly [string, string]>(
  Object.values<SchemeValue>(securitySchemes).flatMap((scheme) => {
    if (scheme.type === 'http' && scheme.scheme !== undefined) {
      const word = scheme.scheme.charAt(0).toUpperCase() + scheme.scheme.slice(1)
      return [[scheme.scheme, (apiKey: string) => ['Authorization', `${word} ${apiKey}`] as const]]
    }
    const { name } = scheme
    if (scheme.type !== 'apiKey' || scheme.in !== 'header' || name === undefined) return []
    return [[name, (apiKey: string) => [name, apiKey] as const]]
  }),
)

function authHeader(form: string, apiKey: string): readonly [string, string] {
  const header = authHeaders.get(form)
  if (header) return header(apiKey)
  const forms = [...authHeaders.keys()].sort().join(' or ')
  throw invalidOption('Option auth is unknown', `Pass ${forms}, not ${kindOf(form)}`)
}

function parseApiKey(apiKey: unknown): string {
  if (typeof apiKey !== 'string' || apiKey.trim() === '') {
    const next = `Pass the key of this environment, not ${kindOf(apiKey)}`
    throw invalidOption('Option apiKey is missing', next)
  }
  const index = apiKey.search(/[^\x21-\x7e]/)
  if (index === -1) return apiKey
  const problem = `Option apiKey is malformed at index ${index} of ${apiKey.length}`
  throw invalidOption(problem, 'Use visible ASCII characters only: no spaces, no line breaks')
}

function parseFetch(fetch: ClientOptions['fetch']): Settings['fetch'] {
  if (typeof fetch === 'function') return (request) => fetch(request)
  if (fetch === undefined && typeof globalThis.fetch === 'function') {
    // Looked up at each call, and called on globalThis: browsers refuse any other `this`.
    return (request) => globalThis.fetch(request)
  }
  throw invalidOption('Option fetch is missing', `Pass a function, not ${kindOf(fetch)}`)
}

/** A number in the range of its option; without one `fallback`, or else the option's default. */
function parseNumber(name: keyof typeof numbers, value: unknown, fallback?: number): number {
  const { standard, min, max } = numbers[name]
  if (value === undefined) return fallback ?? standard
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) {
    return value
  }
  const received = typeof value === 'number' ? value : kindOf(value)
  const next = `Pass a whole number from ${min} to ${max}, not ${received}`
  throw invalidOption(`Option ${name} is out of range`, next)
}

/** Throws a `TypeError` that names the first unknown option: most are misspelt. */
function refuseUnknown(options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw invalidOption(`Option ${unknown} is unknown`, `Use ${names.join(', ')}`)
}

// By its shape: a signal of another realm, or of a polyfill, is no instance of this one's class.
const isAbortSignal = (value: unknown): value is AbortSignal =>
  typeof value === 'object' &&
  value !== null &&
  'aborted' in value &&
  typeof value.aborted === 'boolean' &&
  'addEventListener' in value &&
  typeof value.addEventListener === 'function' &&
  'removeEventListener' in value &&
  typeof value.removeEventListener === 'function'
