import { BlockList, isIPv4 } from 'node:net'

const special = toList([
  // IANA's registry of special-purpose addresses, 6to4's former relays (192.88.99), multicast, reserved;
  // and the one public address that leads to a machine's own cloud: Azure's (168.63.129.16).
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32'],
  ...['169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // Protocols (Teredo among them), documentation, 6to4, documentation.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
])
// Only this is unicast that is routed: mapped, compatible, NAT64, local and multicast lie outside of it.
const unicastV6 = toList(['2000::/3'])
/** ISATAP: IPv4 in the lower half of an address of any network, behind a mark of its own. */
const tunnel = /:(0|[123]00)?:5efe:(:|[^:]+:[^:]+)\]$/

/**
 * Whether the `hostname` of a parsed `URL` is an IP address that is not global unicast. A name is not:
 * what it resolves to is another question. The URL parser has already brought every spelling of an
 * address to one.
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
