import { isIPv4 } from 'node:net'

// IANA's registry of special-purpose addresses, 6to4's former relays (192.88.99), multicast, reserved;
// and the one public address that leads to a machine's own cloud: Azure's (168.63.129.16).
const specialV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((range) => toRange(range, toV4))

// Only this is unicast that is routed: mapped, compatible, NAT64, local and multicast lie outside of it.
const unicastV6 = toRange('2000::/3', toV6)
// Within it: protocols (Teredo among them), documentation, 6to4, documentation.
const specialV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) =>
  toRange(range, toV6),
)

/**
 * Whether the `hostname` of a parsed `URL` is an IP address that is not global unicast. A name is not:
 * what it resolves to is another question. The URL parser has already brought every spelling of an
 * address to one.
 * @see specs/decisions/ D-025
 */
export function isSpecialAddress(hostname: string): boolean {
  if (isIPv4(hostname)) return specialV4.some((range) => isWithin(toV4(hostname), range))
  if (!hostname.startsWith('[')) return false
  const address = toV6(hostname.slice(1, -1))
  if (!isWithin(address, unicastV6) || isTunnel(address)) return true
  return specialV6.some((range) => isWithin(address, range))
}

/** ISATAP: IPv4 in the lower half of an address of any network, behind a mark of its own. */
const isTunnel = (address: bigint) => ((address >> 32n) & 0xfcff_ffffn) === 0x5efen

type Range = { first: bigint; freeBits: bigint }

function toRange(text: string, parse: typeof toV4): Range {
  const [base = '', prefix = ''] = text.split('/')
  const width = parse === toV4 ? 32 : 128
  return { first: parse(base), freeBits: BigInt(width - Number(prefix)) }
}

const isWithin = (address: bigint, { first, freeBits }: Range) =>
  address >> freeBits === first >> freeBits

function toV4(text: string): bigint {
  return text.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
}

/** Of the one form that the URL parser writes: hexadecimal groups, at most one `::`. */
function toV6(text: string): bigint {
  const [before = [], after] = text.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const zeros = after ? Array<string>(8 - before.length - after.length).fill('0') : []
  return [...before, ...zeros, ...(after ?? [])].reduce(
    (sum, group) => (sum << 16n) | BigInt(`0x${group}`),
    0n,
  )
}
