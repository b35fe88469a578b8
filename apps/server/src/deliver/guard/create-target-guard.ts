import { isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Environment } from '@partner-platform/types'
import {
  findUrlProblem,
  isDevelopmentUrl,
  isLoopback,
  isOwnPort,
  type LocalRules,
  type UrlRules,
} from './find-url-problem.ts'
import { isSpecialAddress } from './is-special-address.ts'
import { createHostResolver, type ResolveHost } from './resolve-host.ts'

export type Target = { url: URL; environment: Environment }

/**
 * The addresses that an attempt may connect to, written like a URL's `hostname`. Otherwise `blocked` by a
 * rule, or `unresolved` if no address was found in time.
 */
export type Admission =
  | { ok: true; addresses: readonly string[] }
  | { ok: false; outcome: 'blocked' | 'unresolved' }

/** Keeps webhooks out of private networks. */
export type TargetGuard = {
  /** Checks the URL, resolves its host and checks every address. Call it for each attempt. */
  admit(target: Target, signal: AbortSignal): Promise<Admission>
  /** Whether the remote address of a socket is one of the admitted addresses. */
  holds(remoteAddress: string | undefined, admitted: readonly string[]): boolean
}

export type TargetGuardOptions = LocalRules & {
  /** @default queries the name servers of this machine */
  resolve?: ResolveHost
  /** Addresses of this machine other than loopback. @default those of its network interfaces */
  ownAddresses?: () => Iterable<string>
}

/**
 * The guard of D-025. One special address blocks the whole attempt: a host that mixes them is testing the
 * guard. In development, a listed host may resolve to loopback, and a listed address is allowed.
 * @see specs/decisions/ D-025
 */
export function createTargetGuard(options: TargetGuardOptions = {}): TargetGuard {
  const { resolve = createHostResolver() } = options
  return {
    async admit({ url, environment }, signal) {
      const rules: UrlRules = { ...options, environment }
      if (findUrlProblem(url, rules) !== undefined) return { ok: false, outcome: 'blocked' }
      const found = await findAddresses(url.hostname, { resolve, signal })
      if (found.length === 0) return { ok: false, outcome: 'unresolved' }
      const addresses = found.map(toOneForm).filter((one) => one !== null)
      const isAllowed = (address: string) =>
        isPublicEnough(address, isDevelopmentUrl(url, rules) ? url.hostname : null) &&
        !isOwnListener({ address, url }, options)
      return addresses.length === found.length && addresses.every(isAllowed)
        ? { ok: true, addresses }
        : { ok: false, outcome: 'blocked' }
    },
    holds(remoteAddress = '', admitted) {
      // An IPv6 socket reports an IPv4 peer as a mapped address.
      const address = toOneForm(remoteAddress)?.replace(mapped, (_, high, low) => toV4(high, low))
      return address !== undefined && admitted.includes(address)
    },
  }
}

type Asking = { resolve: ResolveHost; signal: AbortSignal }

/** The addresses of a URL's host; none if it does not resolve in time. */
async function findAddresses(hostname: string, { resolve, signal }: Asking): Promise<string[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  if (toOneForm(literal) !== null) return [literal]
  try {
    signal.throwIfAborted()
    const found = resolve(hostname, signal)
    const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', reject))
    return [...(await Promise.race([found, aborted]))]
  } catch {
    return []
  }
}

/** `developmentHost` is the host if only development may call the URL. */
const isPublicEnough = (address: string, developmentHost: string | null) =>
  !isSpecialAddress(address) ||
  (developmentHost !== null && (isLoopback(address) || address === developmentHost))

function isOwnListener(
  { address, url }: { address: string; url: URL },
  options: TargetGuardOptions,
): boolean {
  if (!isOwnPort(url, options)) return false
  const { ownAddresses = interfaceAddresses } = options
  return isLoopback(address) || [...ownAddresses()].some((own) => toOneForm(own) === address)
}

const interfaceAddresses = () =>
  Object.values(networkInterfaces()).flatMap((ones = []) => ones.map(({ address }) => address))

/**
 * An address written like a URL's `hostname`: IPv6 is shortened and in brackets. `null` if the text is not
 * an address, or has a zone, which makes it local.
 */
function toOneForm(address: string): string | null {
  if (isIPv4(address)) return address
  return URL.parse(`http://[${address}]/`)?.hostname ?? null
}

const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/
const toV4 = (high: string, low: string) =>
  new URL(`http://0x${high}${low.padStart(4, '0')}/`).hostname
