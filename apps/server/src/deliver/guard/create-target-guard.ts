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

/** Where an attempt wants to go. */
export type Target = { url: URL; environment: Environment }

/**
 * The addresses that an attempt may connect to, in the form of a URL's `hostname`, or why it may not be
 * made: `blocked` by a rule, `unresolved` if there is no address in time.
 */
export type Admission =
  | { ok: true; addresses: readonly string[] }
  | { ok: false; outcome: 'blocked' | 'unresolved' }

/** Keeps webhooks out of every network but the public one. */
export type TargetGuard = {
  /** Checks the URL, resolves its name and checks every address. Call it for each attempt. */
  admit(target: Target, signal: AbortSignal): Promise<Admission>
  /** Whether a socket has its far end at one of the addresses that were admitted. */
  holds(remoteAddress: string | undefined, admitted: readonly string[]): boolean
}

export type TargetGuardOptions = LocalRules & {
  /** @default asks the name servers of this machine */
  resolve?: ResolveHost
  /** Addresses of this machine beside loopback. @default those of its network interfaces */
  ownAddresses?: () => Iterable<string>
}

/**
 * The guard of D-025. One special address of a name refuses the whole attempt: a partner that mixes them
 * is testing the guard. In development a listed name may lead to loopback, and a listed address to itself.
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
      // A socket that speaks IPv6 shows an IPv4 address mapped into it.
      const address = toOneForm(remoteAddress)?.replace(mapped, (_, high, low) => toV4(high, low))
      return address !== undefined && admitted.includes(address)
    },
  }
}

type Asking = { resolve: ResolveHost; signal: AbortSignal }

/** Addresses of a URL's host; none if the name has none in time. An address is its own. */
async function findAddresses(hostname: string, { resolve, signal }: Asking): Promise<string[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  if (toOneForm(literal) !== null) return [literal]
  try {
    signal.throwIfAborted()
    const found = resolve(hostname, signal)
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', reject, { once: true }),
    )
    return [...(await Promise.race([found, aborted]))]
  } catch {
    return []
  }
}

/** `developmentHost` is the host of a URL that only development may have. */
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
 * An address that a name server or a socket gave, as a parsed `URL` has it as `hostname`: IPv6 in
 * brackets, shortened. `null` for anything that is no address, and for one with a zone, which is local.
 */
function toOneForm(address: string): string | null {
  if (isIPv4(address)) return address
  return URL.parse(`http://[${address}]/`)?.hostname ?? null
}

const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/
const toV4 = (high: string, low: string) =>
  new URL(`http://0x${high}${low.padStart(4, '0')}/`).hostname
