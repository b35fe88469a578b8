import { describe, expect, it } from 'vitest'
import { isSpecialAddress } from '../../../src/deliver/guard/is-special-address.ts'
import { embed, readTable, type SpecialRange, toHostText } from './read-table.ts'

const isSpecial = (address: string) =>
  isSpecialAddress(new URL(`https://${toHostText(address)}/`).hostname)

const v4 = readTable<SpecialRange>('special-v4')
const ranges = [...v4, ...readTable<SpecialRange>('special-v6')]

describe('isSpecialAddress', () => {
  it.each(ranges)('D-025 finds $range from its first to its last address', ({ first, last }) => {
    expect([first, last].map(isSpecial)).toEqual([true, true])
  })

  it.each(ranges.filter(({ before, after }) => before !== null || after !== null))(
    'D-025 leaves the neighbours of $range alone',
    ({ before, after }) => {
      for (const neighbour of [before, after]) {
        if (neighbour !== null) expect(isSpecial(neighbour), neighbour).toBe(false)
      }
    },
  )

  it.each(readTable<{ form: string; template: string }>('embeddings'))(
    'D-025 finds IPv4 in IPv6 of the form $form, whatever address it is',
    ({ template }) => {
      const addresses = v4.flatMap(({ first, last, before, after }) => [first, last, before, after])
      for (const address of addresses) {
        if (address === null) continue
        const embedded = embed(address, template)
        expect(isSpecial(embedded), embedded).toBe(true)
      }
    },
  )

  it.each([
    '8.8.8.8',
    '192.31.196.1',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00::1:2:3:4:5',
    '2606:4700:4700::5efe',
    '2606:4700:4700:0:1:5efe:7f00:1',
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
