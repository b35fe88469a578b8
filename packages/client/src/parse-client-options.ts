import { authHeader } from './auth.ts'
import type { ClientOptions, Validation } from './client-options.ts'
import { kindOf } from './kind-of.ts'
import { mistake } from './mistake.ts'
import { parseBaseUrl } from './parse-base-url.ts'
import { parseNumber } from './parse-number.ts'
import { refuseUnknown } from './refuse-unknown.ts'

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
    const parts = { expected: 'an object', received: kindOf(options), next: 'Pass one' }
    throw mistake('Options of createClient are missing', parts)
  }
  refuseUnknown(options, Object.keys(known))
  // A default stands for an option that is left out; null is a value, and none of these takes it.
  const { auth = 'bearer', validateResponses, allowHttp } = options
  return {
    baseUrl: parseBaseUrl(options.baseUrl, flag('allowHttp', allowHttp, false)),
    authHeader: authHeader(auth, parseApiKey(options.apiKey)),
    timeoutMs: parseNumber('timeoutMs', options.timeoutMs),
    retries: parseNumber('retries', options.retries),
    retryDelayMs: parseNumber('retryDelayMs', options.retryDelayMs),
    maxRetryDelayMs: parseNumber('maxRetryDelayMs', options.maxRetryDelayMs),
    bodyLimitBytes: parseNumber('bodyLimitBytes', options.bodyLimitBytes),
    fetch: parseFetch(options.fetch),
    validateResponses: parseValidation(validateResponses),
  }
}

function parseApiKey(apiKey: unknown): string {
  const expected = 'visible ASCII characters without spaces or line breaks'
  const next = 'Pass the key of this environment exactly as it was shown to you'
  if (typeof apiKey !== 'string' || apiKey.trim() === '') {
    throw mistake('Option apiKey is missing', { expected, received: kindOf(apiKey), next })
  }
  const index = apiKey.search(/[^\x21-\x7e]/)
  if (index === -1) return apiKey
  const received = `another character at index ${index} of ${apiKey.length}`
  throw mistake('Option apiKey is malformed', { expected, received, next })
}

function flag(name: keyof ClientOptions, value: unknown, standard: boolean): boolean {
  if (value === undefined) return standard
  if (typeof value === 'boolean') return value
  const parts = { expected: 'true or false', received: kindOf(value), next: 'Correct it' }
  throw mistake(`Option ${name} is malformed`, parts)
}

function parseValidation(value: Validation = 'tolerant'): Validation {
  if (['tolerant', 'strict', 'off'].includes(value)) return value
  const expected = 'tolerant, strict or off'
  const parts = { expected, received: kindOf(value), next: 'Correct it' }
  throw mistake('Option validateResponses is malformed', parts)
}

function parseFetch(fetch: ClientOptions['fetch']): Settings['fetch'] {
  if (typeof fetch === 'function') return (request) => fetch(request)
  if (fetch === undefined && typeof globalThis.fetch === 'function') {
    // Looked up at each call, and with its own `this`: browsers refuse another.
    return (request) => globalThis.fetch(request)
  }
  const parts = { expected: 'a function', received: kindOf(fetch), next: 'Pass one' }
  throw mistake('Option fetch is missing', parts)
}
