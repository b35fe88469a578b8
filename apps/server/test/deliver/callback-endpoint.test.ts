import { describe, expect, it } from 'vitest'
import { parseCallbackUrl } from '../../src/deliver/callback-endpoint.ts'
import type { Environment } from '../../src/index.ts'

describe('parseCallbackUrl', () => {
  it.each<[string, Environment]>([
    ['https://partner.example/hook', 'production'],
    ['https://partner.example:443/hook?a=b', 'production'],
    ['https://partner.example:8443/hook', 'staging'],
    ['http://127.0.0.1:4020/webhooks', 'development'],
    ['http://localhost:4020/webhooks', 'development'],
    ['http://[::1]:4020/webhooks', 'development'],
  ])('D-025 takes %s in %s', (url, environment) => {
    expect(parseCallbackUrl(url, environment).href).toBe(new URL(url).href)
  })

  it.each<[string, Environment, RegExp]>([
    ['http://partner.example/canary', 'development', /expected https/],
    ['http://127.0.0.1/canary', 'staging', /expected https/],
    ['http://127.0.0.1/canary', 'production', /expected https/],
    ['https://partner.example:444/canary', 'production', /expected port 443 or 8443/],
    ['https://user:canary@partner.example/', 'production', /expected no user/],
    ['https://partner.example/#canary', 'production', /expected no fragment/],
    ['ftp://partner.example/canary', 'development', /expected https/],
    ['javascript:canary', 'development', /expected https/],
    ['/canary', 'development', /expected an absolute URL/],
    ['', 'development', /expected an absolute URL, received text of 0 characters/],
  ])('D-025 refuses %s in %s without repeating it', (url, environment, message) => {
    expect(() => parseCallbackUrl(url, environment)).toThrow(message)
    expect(() => parseCallbackUrl(url, environment)).not.toThrow(/canary/)
  })
})
