import type { AuthForm } from './auth.ts'

/** What `createClient` takes. Everything is checked at once: a mistake is a `TypeError` there. */
export interface ClientOptions {
  /**
   * Where the service is, up to the path that the contract begins with; a URL object or an entry of
   * `servers` will do. `https:`, and `http:` for loopback hosts.
   */
  baseUrl: string | URL | { readonly url: string }
  /** The API key of that environment: visible ASCII, no spaces or line breaks. */
  apiKey: string
  /** How the key travels. @default 'bearer' */
  auth?: AuthForm | undefined
  /** Time for one attempt, its whole body included, in milliseconds: 1 to 2147483647. @default 10000 */
  timeoutMs?: number | undefined
  /** Attempts after the first one, 0 to 100. @default 2 */
  retries?: number | undefined
  /** Longest wait before the first retry, in milliseconds; it doubles with each. @default 250 */
  retryDelayMs?: number | undefined
  /**
   * Longest wait before any retry, in milliseconds. A `Retry-After` beyond it ends the call with the
   * answer that carried it. @default 30000
   */
  maxRetryDelayMs?: number | undefined
  /** Most bytes of a body that are read, after decompression. @default 10485760 */
  bodyLimitBytes?: number | undefined
  /** Sends one request. It must not follow redirects. @default globalThis.fetch */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /** How bodies of successes are checked. @default 'tolerant' */
  validateResponses?: Validation | undefined
  /** Accept `http:` for any host, where the network in between is yours. @default false */
  allowHttp?: boolean | undefined
}

/** What one call may change. A mistake in it makes the method reject with a `TypeError`. */
export interface CallOptions {
  /** Ends the call, whether it is waiting or in flight, with an `'aborted'` result. */
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
