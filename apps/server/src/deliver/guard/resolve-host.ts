import { Resolver } from 'node:dns/promises'

/**
 * At least one address of the host. Rejects if there is none, or if the signal aborts.
 */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>

// A silent name server must leave time to query the next one and to connect.
const patience = { timeout: 1_000, tries: 2 }
// Some name servers drop IPv6 queries: after one family is answered, the other has this long.
const otherFamilyMs = 500

/**
 * Queries the given name servers, or this machine's, without a cache. Avoids the system resolver: it has
 * few threads, so slow name servers would block all deliveries, and its search suffixes lead into the
 * internal network. Ignores the hosts file; `localhost` is always loopback.
 * @see https://www.rfc-editor.org/rfc/rfc6761#section-6.3
 */
export function createHostResolver({ servers }: { servers?: readonly string[] } = {}): ResolveHost {
  return async (hostname, signal) => {
    if (/^(.+\.)?localhost\.?$/.test(hostname)) return ['127.0.0.1', '::1']
    const resolver = new Resolver(patience)
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel)
    try {
      return await askForBoth(resolver, hostname)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

async function askForBoth(resolver: Resolver, hostname: string): Promise<string[]> {
  const families = [resolver.resolve4(hostname), resolver.resolve6(hostname)]
  const timers: NodeJS.Timeout[] = []
  const hurry = () => timers.push(setTimeout(() => resolver.cancel(), otherFamilyMs))
  for (const family of families) family.then(hurry, () => {})
  const answers = await Promise.allSettled(families)
  for (const timer of timers) clearTimeout(timer)
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  const failed = answers.find((answer) => answer.status === 'rejected')
  throw failed?.reason ?? new Error('The name has no address.')
}
