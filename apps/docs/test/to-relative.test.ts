import { expect, it } from 'vitest'
import { toRelative } from '../src/finish-pages.ts'

it.each([
  ['/guides/errors/', '/index.html', './guides/errors/'],
  ['/', '/index.html', './'],
  ['/', '/guides/errors/', '../../'],
  ['/guides/errors/#codes', '/guides/errors/', './#codes'],
  ['/guides/errors/?a=/b/', '/guides/retries/index.md', '../errors/?a=/b/'],
  [
    '/reference/openapi.html#operation/listCountries',
    '/reference/x/',
    '../openapi.html#operation/listCountries',
  ],
  ['/openapi.json', '/llms.txt', './openapi.json'],
])('%s in %s is %s', (address, from, relative) => {
  expect(toRelative(address, from)).toBe(relative)
  const host = 'https://site.example'
  expect(new URL(relative, host + from).href).toBe(host + address)
})
