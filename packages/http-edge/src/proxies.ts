import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { list, type Setting } from '@partner-platform/settings'
import { httpLimits } from './http-limits.ts'

const expected = 'addresses or ranges such as 10.0.0.0/8, separated by commas'
const prefixForm = /^\d{1,3}$/
const mappedForm = /^::ffff:(?=\d+\.)/i

const most = httpLimits.connectionsPerAddress.toLocaleString('en')

/** The setting that lists proxies, for `createProxyList`. */
export const proxies = (): Setting<readonly string[]> =>
  list({
    says: `Proxies in front of this app. They and this machine may open any number of connections; every other address may open ${most}.`,
    unit: 'addresses or ranges',
    expected,
    accepts: (entry) => toRange(entry) !== undefined,
  })

/**
 * The addresses that may open any number of connections: the given ones, and this machine, because a
 * proxy that calls for everyone often runs on it. Throws a `TypeError` for an entry that is not an
 * address or range.
 */
export function createProxyList(given: readonly string[] = []): BlockList {
  const listed = new BlockList()
  for (const entry of ['127.0.0.0/8', '::1', ...given]) {
    const range = toRange(entry)
    if (!range) throw new TypeError(`The proxies must be ${expected}.`)
    listed.addSubnet(range.address, range.prefix, range.family)
  }
  return listed
}

/** Whether the address of a socket is in the list. */
export function isListed(listed: BlockList, address: string): boolean {
  const plain = toPlain(address)
  return listed.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
}

/** The network that one caller can have: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function toNetwork(address: string): string {
  const plain = toPlain(address)
  if (!isIPv6(plain)) return plain
  const [start = '', end] = plain.split('::')
  const groups = start.split(':')
  const missing = end === undefined ? 0 : 8 - groups.length - end.split(':').length
  return [...groups, ...Array(missing).fill('0'), ...(end ?? '').split(':')].slice(0, 4).join(':')
}

/** The address without its interface name; an IPv4 address as such, even if the socket listens on IPv6. */
const toPlain = (address: string) => address.replace(mappedForm, '').replace(/%.*$/, '')

type Range = { address: string; prefix: number; family: 'ipv4' | 'ipv6' }

function toRange(entry: string): Range | undefined {
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0 || address.includes('%')) return undefined
  const bits = version === 4 ? 32 : 128
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (prefix === undefined) return { address, prefix: bits, family }
  if (!prefixForm.test(prefix) || Number(prefix) > bits) return undefined
  return { address, prefix: Number(prefix), family }
}
