import type { Environment } from '@partner-platform/types'
import { constants } from '@partner-platform/types'
import { isLoopback } from './is-loopback.ts'
import { isSpecialAddress } from './is-special-address.ts'
import { toPort } from './to-port.ts'

/** What a server allows beyond the public network, and what it refuses to call there. */
export type LocalRules = {
  /**
   * Hosts, as a parsed `URL` has them, that development may call by `http`, on any port.
   * @default localhost, 127.0.0.1 and [::1]
   */
  developmentHosts?: readonly string[]
  /** Ports that the server itself listens on: never called on this machine. @default none */
  ownPorts?: () => Iterable<number>
}

export type UrlRules = LocalRules & { environment: Environment }

const allowedPorts: readonly number[] = constants.callbackPorts
const loopbackHosts: readonly string[] = constants.callbackDevelopmentHosts

/**
 * What is wrong with a callback URL as it is written, as the words `expected …`; `undefined` for one
 * that may be used. An IP address in it must be global unicast, however it is spelt; what a name
 * resolves to is another question.
 * @see specs/decisions/ D-025
 */
export function findUrlProblem(url: URL, rules: UrlRules): string | undefined {
  if (url.username !== '' || url.password !== '') return 'expected no user or password in it'
  if (url.hash !== '') return 'expected no fragment in it'
  if (url.protocol === 'https:') {
    if (!allowedPorts.includes(toPort(url))) return `expected port ${allowedPorts.join(' or ')}`
    return isSpecialAddress(url.hostname) ? 'expected a public address' : undefined
  }
  if (!isDevelopmentUrl(url, rules)) {
    return 'expected https (http only in development, to a loopback host)'
  }
  const isHere = url.hostname === 'localhost' || isLoopback(url.hostname)
  return isHere && isOwnPort(url, rules) ? 'expected a port of another server' : undefined
}

/** Whether the URL is one that only development may have. */
export const isDevelopmentUrl = (
  url: URL,
  { environment, developmentHosts = loopbackHosts }: UrlRules,
): boolean =>
  url.protocol === 'http:' &&
  environment === 'development' &&
  developmentHosts.includes(url.hostname)

export const isOwnPort = (url: URL, { ownPorts = () => [] }: LocalRules): boolean =>
  [...ownPorts()].includes(toPort(url))
