import { describe, expect, it } from 'vitest'
import { isOrigin } from '../../src/platform/settings.ts'

describe('isOrigin', () => {
  it.each([
    'https://app.example',
    'http://localhost:5173',
    'http://a_b.com',
    'https://a.b.',
    'https://xn--bcher-kva.example',
    'http://127.0.0.1:65535',
    'https://[2001:db8::1]:8443',
    'https://app.example:80',
    `https://${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}.:44300`,
  ])('D-021 accepts %s, which browsers send', (origin) => {
    expect(new URL(origin).origin).toBe(origin)
    expect(isOrigin(origin)).toBe(true)
  })

  it.each([
    '*',
    'null',
    '',
    'a.example',
    'https://a.example/',
    'https://a.example:443',
    'https://a.example:0443',
    'https://a.example:99999',
    'https://A.example',
    'https://*.a.example',
    'https://user@a.example',
    'https://bücher.example',
    'https://1.2.3',
    'https://[::0:1]',
    'ws://a.example',
    'https://a.example\n',
  ])('D-021 rejects %j, which no browser sends', (origin) => {
    expect(isOrigin(origin)).toBe(false)
  })
})
