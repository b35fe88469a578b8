import { isIPv4 } from 'node:net'
import type { Environment } from '@partner-platform/types'
import { constants } from '@partner-platform/types'
import { isSpecialAddress } from './is-special-address.ts'

/** Exceptions to the rule that webhooks go only to public addresses. */
export type LocalRules = {
  /**
   * Hosts, written like a URL's `hostname`, that development may call over `http` on any port.
   * @default localhost, 127.0.0.1 and [::1]
   */
  developmentHosts?: readonly string[]
  /** The server's own ports, never called on this machine. @default none */
  ownPorts?: () => Iterable<number>
}

export type UrlRules = LocalRules & { environment: Environment }

const allowedPorts: readonly number[] = constants.callbackPorts
const loopbackHosts: readonly string[] = constants.callbackDevelopmentHosts

/** Why a text cannot be a callback URL, without quoting it; `undefined` if it can. */
export function refuseCallbackUrl(text: string, rules: UrlRules): string | undefined {
  const url = URL.parse(text)
  const problem = url ? findUrlProblem(url, rules) : 'it must be absolute'
  return (
    problem && `Callback URL for ${rules.environment} is invalid: ${problem}. Register another URL.`
  )
}

/**
 * What is wrong with a callback URL, as `it must …`; `undefined` if it may be used. An IP address in it
 * must be global unicast. Does not resolve names.
 * @see specs/decisions/ D-025
 */
export function findUrlProblem(url: URL, rules: UrlRules): string | undefined {
  if (url.username !== '' || url.password !== '') return 'it must not contain a user or password'
  if (url.hash !== '') return 'it must not have a fragment'
  if (url.protocol === 'https:') {
    if (!allowedPorts.includes(toPort(url))) return `it must use port ${allowedPorts.join(' or ')}`
    return isSpecialAddress(url.hostname) ? 'it must have a public address' : undefined
  }
  if (!isDevelopmentUrl(url, rules)) {
    return 'it must use https (http only in development, to a loopback host)'
  }
  const isHere = url.hostname === 'localhost' || isLoopback(url.hostname)
  return isHere && isOwnPort(url, rules) ? 'it must not use a port of this server' : undefined
}

/** Whether only development may call the URL. */
export const isDevelopmentUrl = (
  url: URL,
  { environment, developmentHosts = loopbackHosts }: UrlRules,
): boolean =>
  url.protocol === 'http:' &&
  environment === 'development' &&
  developmentHosts.includes(url.hostname)

export const isOwnPort = (url: URL, { ownPorts = () => [] }: LocalRules): boolean =>
  [...ownPorts()].includes(toPort(url))

/** The explicit or default port of an `http` or `https` URL. */
export const toPort = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)

/** Whether the `hostname` of a parsed `URL` is a loopback address. */
export const isLoopback = (hostname: string): boolean =>
  hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
