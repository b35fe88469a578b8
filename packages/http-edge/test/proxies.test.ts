import { describe, expect, it } from 'vitest'
import { createProxyList, proxies } from '../src/index.ts'
import { isListed, toNetwork } from '../src/proxies.ts'

const setting = proxies()

describe('the list of proxies', () => {
  it.each([
    ['10.0.0.1', ['10.0.0.1'], ['10.0.0.2', '::1:1']],
    ['10.1.0.0/16', ['10.1.0.0', '10.1.255.255', '::ffff:10.1.2.3'], ['10.2.0.0', '10.0.255.255']],
    ['0.0.0.0/0', ['1.2.3.4'], ['2001:db8::1']],
    ['2001:db8::/32', ['2001:db8:ffff::1'], ['2001:db9::1', '1.2.3.4']],
    ['fe80::/10', ['fe80::1%eth0'], ['fec0::1']],
  ])('with %s has what it must, and no more', (entry, inside, outside) => {
    const listed = createProxyList([entry])
    expect(inside.filter((address) => !isListed(listed, address))).toEqual([])
    expect(outside.filter((address) => isListed(listed, address))).toEqual([])
    expect(setting.parse(` ${entry} ,127.0.0.1`)).toEqual([entry, '127.0.0.1'])
  })

  it('always contains this machine', () => {
    const addresses = ['127.0.0.1', '127.255.255.255', '::1', '::ffff:127.0.0.1', '128.0.0.1']
    expect(addresses.map((address) => isListed(createProxyList(), address))).toEqual([
      ...[true, true, true, true, false],
    ])
  })

  it.each([
    ...['', 'canary', '10.0.0', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8/8'],
    ...['10.0.0.0/8.0', '010.0.0.1', '::1/129', 'fe80::1%eth0', '10.0.0.1:80', '10.0.0.1-2'],
  ])('F20 refuses %j', (entry) => {
    expect(setting.parse(entry)).toBeUndefined()
    expect(() => createProxyList([entry])).toThrow(TypeError)
    expect(() => createProxyList([entry])).not.toThrow('canary')
  })
})

describe('the network of an address', () => {
  it.each([
    ['192.0.2.4', '192.0.2.4'],
    ['::ffff:192.0.2.4', '192.0.2.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['2001:db8::3:4:5:6', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('%s is %s', (address, network) => {
    expect(toNetwork(address)).toBe(network)
  })
})
