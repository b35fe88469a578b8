import { securitySchemes } from '@partner-platform/types'
import { isEntityTag } from '@partner-platform/validators'
import type { AuthForm, CallOptions, ClientOptions } from './client-options.ts'
import { contractOperations, type Reading } from './contract.ts'

type Complete = { [Name in keyof ClientOptions]-?: Exclude<ClientOptions[Name], undefined> }

/** Every option, given or its default, and the key only as the header that carries it. */
export interface Settings extends Omit<Complete, 'apiKey' | 'auth' | 'allowHttp'> {
  readerOf: Reading['readerOf']
  baseUrl: string
  authHeader: readonly [name: string, value: string]
}

/** The `TypeError` for a mistake in the program. It never quotes a value. */
export const invalidOption = (problem: string, next: string): TypeError =>
  new TypeError(`${problem}. ${next}.`)

/** Describes a value without showing it: its type, and the length of a string. */
function kindOf(value: unknown): string {
  if (typeof value === 'string') return `a string of length ${value.length}`
  if (Array.isArray(value)) return 'a list'
  return value === null ? 'null' : typeof value
}

const { bearerAuth, apiKeyHeader } = securitySchemes

const authHeaders: Record<AuthForm, (apiKey: string) => Settings['authHeader']> = {
  [bearerAuth.scheme]: (apiKey) => ['Authorization', `Bearer ${apiKey}`],
  [apiKeyHeader.name]: (apiKey) => [apiKeyHeader.name, apiKey],
}

/** An option: its default, the values that it accepts, what others are, and what to pass instead. */
type Rule = [
  standard: unknown,
  accepts: (value: unknown) => boolean,
  problem: string,
  wanted: string,
]

const outOfRange = 'out of range'
const maxTimerMs = 2_147_483_647
const wholeNumber = (standard: number, min: number, max: number): Rule => [
  standard,
  (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
  outOfRange,
  `a whole number from ${min} to ${max}`,
]
const oneOf = (standard: unknown, values: readonly unknown[], problem: string): Rule => [
  standard,
  (value) => values.includes(value),
  problem,
  values.join(', ').replace(/, (\S+)$/, ' or $1'),
]

const isFilled = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isFunction = (value: unknown) => typeof value === 'function'
// By its shape: a signal of another realm, or of a polyfill, is no instance of this one's class.
const isSignal = (value: unknown) =>
  typeof Object(value).aborted === 'boolean' && isFunction(Object(value).addEventListener)

// Looked up at each call, and called on globalThis: browsers refuse any other `this`.
const globalFetch = (request: Request) => globalThis.fetch(request)

const clientRules: {
  [Name in Exclude<keyof ClientOptions, 'baseUrl' | 'validateResponses'>]-?: Rule
} = {
  apiKey: [undefined, isFilled, 'missing or malformed', 'the key of this environment'],
  auth: oneOf('bearer', Object.keys(authHeaders), 'unknown'),
  timeoutMs: wholeNumber(10_000, 1, maxTimerMs),
  retries: wholeNumber(2, 0, 100),
  retryDelayMs: wholeNumber(250, 0, maxTimerMs),
  maxRetryDelayMs: wholeNumber(30_000, 0, maxTimerMs),
  bodyLimitBytes: wholeNumber(10_485_760, 1, Number.MAX_SAFE_INTEGER),
  fetch: [globalFetch, isFunction, 'malformed', 'a function'],
  allowHttp: oneOf(false, [true, false], 'malformed'),
}

const callRules: { [Name in keyof CallOptions | 'ifNoneMatch']-?: Rule } = {
  signal: [undefined, isSignal, 'malformed', 'the signal of an AbortController'],
  timeoutMs: clientRules.timeoutMs,
  retries: clientRules.retries,
  ifNoneMatch: [
    ...([undefined, isEntityTag, 'not an entity tag in double quotes'] as const),
    'the etag of an earlier result',
  ],
}

/** The value of an option, or its default. Throws a `TypeError` that names the option. */
function read(name: string, given: unknown, [standard, accepts, problem, wanted]: Rule): unknown {
  const value = given === undefined ? standard : given
  if (accepts(value)) return value
  const received = problem === outOfRange && typeof value === 'number' ? value : kindOf(value)
  throw invalidOption(`Option ${name} is ${problem}`, `Pass ${wanted}, not ${received}`)
}

/** Settings, or a `TypeError` that names the option and never its value. */
export function parseClientOptions(
  options: ClientOptions,
  { validations, readerOf }: Reading,
): Settings {
  if (typeof options !== 'object' || options === null) {
    const next = `Pass an object, not ${kindOf(options)}`
    throw invalidOption('Options of createClient are missing', next)
  }
  const validateResponses = oneOf(validations[0], validations, 'malformed')
  const rules = { ...clientRules, validateResponses }
  refuseUnknown(options, ['baseUrl', ...Object.keys(rules)])
  const { baseUrl, ...given } = options
  const values = Object.entries(rules).map(([name, rule]) => [
    name,
    read(name, given[name as keyof typeof given], rule),
  ])
  const complete: Omit<Complete, 'baseUrl'> = Object.fromEntries(values)
  const { apiKey, auth, allowHttp, ...settings } = complete
  const index = apiKey.search(/[^\x21-\x7e]/)
  if (index !== -1) {
    const problem = `Option apiKey is malformed at index ${index} of ${apiKey.length}`
    throw invalidOption(problem, 'Use visible ASCII characters only: no spaces, no line breaks')
  }
  const authHeader = authHeaders[auth](apiKey)
  return { ...settings, baseUrl: parseBaseUrl(baseUrl, allowHttp), authHeader, readerOf }
}

/** The options of one call; throws a `TypeError` that names the option and never its value. */
export function parseCallOptions(
  options: unknown,
  { standard, inputs }: { standard: Settings; inputs: readonly string[] },
) {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const next = `Pass an object or leave them out, not ${kindOf(options)}`
    throw invalidOption('Options of a call are malformed', next)
  }
  const entries = Object.entries(options).filter(([, value]) => value !== undefined)
  const given: Record<string, unknown> = Object.fromEntries(entries)
  refuseUnknown(given, ['signal', 'timeoutMs', 'retries', ...inputs])
  for (const [name, rule] of Object.entries(callRules)) {
    if (Object.hasOwn(given, name)) read(name, given[name], rule)
  }
  const { signal, ifNoneMatch, timeoutMs, retries, ...input } = given
  return {
    /** The client's settings, unless the call says otherwise. */
    settings: {
      ...standard,
      timeoutMs: (timeoutMs as number | undefined) ?? standard.timeoutMs,
      retries: (retries as number | undefined) ?? standard.retries,
    },
    signal: signal as AbortSignal | undefined,
    ifNoneMatch: ifNoneMatch as string | undefined,
    /** The other options, only those named in `inputs`. */
    input,
  }
}

/** The base URL as text, without slashes at its end; `http:` for loopback hosts or `allowHttp`. */
function parseBaseUrl(baseUrl: unknown, allowHttp: boolean): string {
  // Not `instanceof URL`: the object may come from another realm.
  const text: unknown =
    typeof baseUrl === 'string' ? baseUrl : (Object(baseUrl).url ?? Object(baseUrl).href)
  if (typeof text !== 'string' || !URL.canParse(text) || /\s/.test(text)) {
    const received = kindOf(typeof text === 'string' ? text : baseUrl)
    const next = `Pass an absolute https URL, a URL object or an entry of servers, not ${received}`
    throw invalidOption('Option baseUrl is malformed', next)
  }
  const url = new URL(text)
  const repeated = findRepeatedPath(url.pathname.replace(/\/+$/, ''))
  const isSafe = url.protocol !== 'http:' || loopback.test(url.hostname) || allowHttp
  const faults: [boolean, problem: string, next: string][] = [
    [!/^https?:$/.test(url.protocol), `its scheme is ${url.protocol}`, 'Use https'],
    [
      !isSafe,
      'it uses http to another machine',
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

const loopback = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** The end of the base URL that repeats the start of an operation's path, by two segments or more. */
function findRepeatedPath(path: string): string | undefined {
  const end = path.replace(/\/{2,}/g, '/').toLowerCase()
  const beginnings = contractOperations.flatMap(({ path: whole }) => {
    const segments = whole.split('/')
    return segments.map((_, index) => segments.slice(0, segments.length - index).join('/'))
  })
  return beginnings.find((one) => one.lastIndexOf('/') > 0 && end.endsWith(one.toLowerCase()))
}

/** Throws a `TypeError` that names the first unknown option: most are misspelt. */
function refuseUnknown(options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw invalidOption(`Option ${unknown} is unknown`, `Use ${names.join(', ')}`)
}
