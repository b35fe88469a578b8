import { expect, it } from 'vitest'
import { dumpHex } from '../../../src/page/static/format-body.js'

it('shows every byte in its place', () => {
  const bytes = new Uint8Array([...Buffer.from('{"a":"\u00e9\0"} then'), 0xff])
  expect(dumpHex(bytes).split('\n')).toEqual([
    '000000  7b 22 61 22 3a 22 c3 a9 00 22 7d 20 74 68 65 6e  {"a":"···"} then',
    '000010  ff                                               ·',
  ])
  expect(dumpHex(new Uint8Array())).toBe('')
})
