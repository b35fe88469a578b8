import type { securitySchemes } from '@partner-platform/types'

type Schemes = typeof securitySchemes

/** The ways to send an API key, by the name of the scheme or of the header. */
export type AuthForm = Schemes['bearerAuth']['scheme'] | Schemes['apiKeyHeader']['name']

/** Options of `createClient`. It checks each at once and throws a `TypeError` for an invalid one. */
export interface ClientOptions {
  /**
   * Address of the service, up to where the paths of the contract begin: text, a URL object or an
   * entry of `servers`. `https:`, or `http:` for loopback hosts.
   */
  baseUrl: string | URL | { readonly url: string }
  /** The API key for that environment: visible ASCII, no spaces or line breaks. */
  apiKey: string
  /** How the key is sent. @default 'bearer' */
  auth?: AuthForm | undefined
  /** Time limit of one attempt, body included, in milliseconds: 1 to 2147483647. @default 10000 */
  timeoutMs?: number | undefined
  /** Attempts after the first, 0 to 100. @default 2 */
  retries?: number | undefined
  /** Longest wait before the first retry, in milliseconds; it doubles with each retry. @default 250 */
  retryDelayMs?: number | undefined
  /**
   * Longest wait before any retry, in milliseconds. A longer `Retry-After` ends the call with the
   * answer that carried it. @default 30000
   */
  maxRetryDelayMs?: number | undefined
  /** Size limit of a body in bytes, after decompression. @default 10485760 */
  bodyLimitBytes?: number | undefined
  /** Sends one request. It must not follow redirects. @default globalThis.fetch */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /** How the body of a success is checked. @default 'tolerant' */
  validateResponses?: Validation | undefined
  /** Accept `http:` for any host, if you control the network in between. @default false */
  allowHttp?: boolean | undefined
}

/** Options of one call. For an invalid one the method rejects with a `TypeError`. */
export interface CallOptions {
  /** Ends the call, in flight or between retries, with an `'aborted'` result. */
  signal?: AbortSignal | undefined
  /** As in `ClientOptions`. */
  timeoutMs?: number | undefined
  /** As in `ClientOptions`. */
  retries?: number | undefined
}

/**
 * `'tolerant'` lists in `departures` what the sender should not have sent. `'strict'` makes each
 * departure a `'protocol-error'`. `'off'` checks only that the body is JSON.
 */
export type Validation = 'tolerant' | 'strict' | 'off'
