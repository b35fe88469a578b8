import { networkInterfaces } from 'node:os'
import type { Environment } from '@partner-platform/types'
import {
  findUrlProblem,
  isDevelopmentUrl,
  isOwnPort,
  type LocalRules,
  type UrlRules,
} from './find-url-problem.ts'
import { isLoopback } from './is-loopback.ts'
import { isSpecialAddress } from './is-special-address.ts'
import { createHostResolver, type ResolveHost } from './resolve-host.ts'
import { toFarEnd, toOneForm } from './to-one-form.ts'
import { untilAborted } from './until-aborted.ts'

/** Where an attempt wants to go. */
export type Target = { url: URL; environment: Environment }

/**
 * The addresses that an attempt may connect to, in the form of a URL's `hostname`, or why it may not be
 * made: `blocked` by a rule, `unresolved` where the name has no address or it does not come in time.
 */
export type Admission =
  | { ok: true; addresses: readonly string[] }
  | { ok: false; outcome: 'blocked' | 'unresolved' }

/** Keeps webhooks out of every network but the public one. */
export type TargetGuard = {
  /** Checks the URL, resolves its name and checks every address. To be asked at each attempt. */
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
 * The guard of D-025. One special address among those of a name refuses the whole attempt: who mixes
 * them is testing the guard. In development a name on the list may also lead to loopback, and an
 * address on the list to itself.
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
    holds(remoteAddress, admitted) {
      const address = toFarEnd(remoteAddress)
      return address !== null && admitted.includes(address)
    },
  }
}

type Asking = { resolve: ResolveHost; signal: AbortSignal }

/** Addresses of a URL's host, none where the name has none in time. A literal is not asked for. */
async function findAddresses(hostname: string, { resolve, signal }: Asking): Promise<string[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  if (toOneForm(literal) !== null) return [literal]
  try {
    return [...(await untilAborted(resolve(hostname, signal), signal))]
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
