import { describe, expect, it } from 'vitest'
import { isSpecialAddress } from '../../src/deliver/is-special-address.ts'

const isSpecial = (address: string) =>
  isSpecialAddress(new URL(`https://${address.includes(':') ? `[${address}]` : address}/`).hostname)

type Row = [range: string, first: string, last: string, before: string | null, after: string | null]

/** Neighbours that belong to another special range, or do not exist, are null. */
const ranges: Row[] = [
  ['this network', '0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['private 10/8', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['shared 100.64/10', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['link-local', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['private 172.16/12', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['protocols 192.0.0/24', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['documentation 192.0.2/24', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['private 192.168/16', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['benchmarks', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  [
    'documentation 198.51.100/24',
    '198.51.100.0',
    '198.51.100.255',
    '198.51.99.255',
    '198.51.101.0',
  ],
  ['documentation 203.0.113/24', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['multicast and reserved', '224.0.0.0', '255.255.255.255', '223.255.255.255', null],
  ['all before unicast', '::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, '2000::'],
  [
    'protocols 2001::/23',
    '2001::',
    '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:200::',
  ],
  [
    'documentation 2001:db8::/32',
    '2001:db8::',
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:db9::',
  ],
  [
    '6to4',
    '2002::',
    '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '2003::',
  ],
  [
    'documentation 3fff::/20',
    '3fff::',
    '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3fff:1000::',
  ],
  [
    'all behind unicast',
    '4000::',
    'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    null,
  ],
]

describe('isSpecialAddress', () => {
  it.each(ranges)('D-025 finds %s from its first to its last address', (_, first, last) => {
    expect([first, last].map(isSpecial)).toEqual([true, true])
  })

  it.each(ranges)(
    'D-025 leaves the neighbours of %s alone',
    (_range, _first, _last, before, after) => {
      const neighbours = [before, after].filter((one) => one !== null)
      expect(neighbours.length).toBeGreaterThan(0)
      expect(neighbours.map(isSpecial)).toEqual(neighbours.map(() => false))
    },
  )

  it.each<[form: string, first: string, last: string]>([
    ['loopback', '::1', '::1'],
    ['compatible IPv4', '::127.0.0.1', '::8.8.8.8'],
    ['mapped IPv4', '::ffff:0.0.0.0', '::ffff:255.255.255.255'],
    ['translated IPv4', '::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
    ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
    ['local NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['discard-only', '100::', '100::ffff:ffff:ffff:ffff'],
    ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['benchmarks', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
    ['ORCHID', '2001:10::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['6to4 of loopback', '2002:7f00:1::', '2002:7f00:1:ffff:ffff:ffff:ffff:ffff'],
    ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['link-local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('D-025 finds IPv6 of the form %s', (_form, first, last) => {
    expect([first, last].map(isSpecial)).toEqual([true, true])
  })

  it.each([
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0177.0.0.1',
    '017700000001',
    '127.1',
    '127.0.1',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '\uff11\uff12\uff17.0.0.1',
    '127\u30020\u30020\u30021',
    '0',
    '0xa9fea9fe',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:127.0.0.1',
    '0000:0000:0000:0000:0000:0000:0000:0001',
    'FE80::1',
    'fd00:ec2::254',
  ])('D-025 finds the address in %s', (text) => {
    expect(isSpecial(text)).toBe(true)
  })

  it.each([
    '8.8.8.8',
    '192.31.196.1',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00::1:2:3:4:5',
  ])('D-025 leaves %s alone', (address) => {
    expect(isSpecial(address)).toBe(false)
  })

  it.each(['partner.example', 'a10.0.0.1.example', 'fe80.example', 'localhost'])(
    'says nothing of the name %s',
    (name) => {
      expect(isSpecial(name)).toBe(false)
    },
  )
})
