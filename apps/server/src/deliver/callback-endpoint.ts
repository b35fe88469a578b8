import type { Environment } from '@partner-platform/settings'
import { constants } from '@partner-platform/types'
import { assertSecrets } from '@partner-platform/webhooks'
import { isSpecialAddress } from './is-special-address.ts'

/** Where a partner wants webhooks of one environment. */
export type CallbackEndpoint = {
  /** `https` on a port that the contract allows; in development also `http` to a loopback host, on any port. */
  url: string
  /** Secrets in their text form, the newest first: it signs. Without any, nothing is signed. */
  secrets?: readonly string[]
  /** Time for one whole attempt. @default attemptTimeoutMs of the contract */
  attemptTimeoutMs?: number
}

/** An endpoint that was checked; its newest secret signs. */
export type CheckedEndpoint = { url: URL; secret: string | null; attemptTimeoutMs: number }

const allowedPorts: readonly number[] = constants.callbackPorts
const httpsPort = 443
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** The endpoint, checked. Throws a `TypeError` for a URL or a secret that cannot be used. */
export function checkEndpoint(
  { url, secrets = [], attemptTimeoutMs = constants.attemptTimeoutMs }: CallbackEndpoint,
  environment: Environment,
): CheckedEndpoint {
  if (secrets.length > 0) assertSecrets(secrets)
  return { url: parseCallbackUrl(url, environment), secret: secrets[0] ?? null, attemptTimeoutMs }
}

/**
 * The callback URL, parsed. Throws a `TypeError` for one that this environment may not have. An IP
 * address in it must be global unicast, however it is spelt; names are not resolved yet.
 * @see specs/decisions/ D-025
 */
export function parseCallbackUrl(text: string, environment: Environment): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const problem = url ? problemOf(url, environment) : 'expected an absolute URL'
  if (url && !problem) return url
  throw new TypeError(
    `Callback URL of ${environment} is wrong: ${problem}, received text of ${text.length} characters. Register another URL.`,
  )
}

function problemOf(url: URL, environment: Environment): string | undefined {
  if (url.username !== '' || url.password !== '') return 'expected no user or password in it'
  if (url.hash !== '') return 'expected no fragment in it'
  if (url.protocol === 'https:') {
    const port = url.port === '' ? httpsPort : Number(url.port)
    if (!allowedPorts.includes(port)) return `expected port ${allowedPorts.join(' or ')}`
    return isSpecialAddress(url.hostname) ? 'expected a public address' : undefined
  }
  const isLocal = environment === 'development' && loopbackHosts.includes(url.hostname)
  return url.protocol === 'http:' && isLocal
    ? undefined
    : 'expected https (http only in development, to a loopback host)'
}
