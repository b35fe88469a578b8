import { BlockList, isIPv4 } from 'node:net'

const special = toList([
  // IANA's special-purpose addresses, former 6to4 relays (192.88.99), multicast, reserved, and Azure's
  // public address for a virtual machine's own platform services (168.63.129.16).
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32'],
  ...['169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // Protocols (Teredo among them), documentation, 6to4, documentation.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
])
// The only routed unicast range: mapped, compatible, NAT64, local and multicast addresses lie outside it.
const unicastV6 = toList(['2000::/3'])
/** ISATAP: a marker and an IPv4 address in the lower half of any IPv6 address. */
const tunnel = /:(0|[123]00)?:5efe:(:|[^:]+:[^:]+)\]$/

/**
 * Whether the `hostname` of a parsed `URL` is an IP address that is not global unicast. False for a name,
 * whatever it resolves to. The URL parser has already normalized the spelling of an address.
 * @see specs/decisions/ D-025
 */
export function isSpecialAddress(hostname: string): boolean {
  if (isIPv4(hostname)) return special.check(hostname)
  if (!hostname.startsWith('[')) return false
  const address = hostname.slice(1, -1)
  const isUnicast = unicastV6.check(address, 'ipv6') && !special.check(address, 'ipv6')
  return !isUnicast || tunnel.test(hostname)
}

function toList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [base = '', prefix] = range.split('/')
    list.addSubnet(base, Number(prefix), isIPv4(base) ? 'ipv4' : 'ipv6')
  }
  return list
}
