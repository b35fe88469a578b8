import type { Environment } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { parseCallbackUrl } from '../../src/deliver/parse-callback-url.ts'

describe('parseCallbackUrl', () => {
  it.each<[string, Environment]>([
    ['https://partner.example/hook', 'production'],
    ['https://partner.example:443/hook?a=b', 'production'],
    ['https://partner.example:8443/hook', 'staging'],
    ['https://8.8.8.8/hook', 'production'],
    ['https://[2606:4700:4700::1111]:8443/hook', 'production'],
    ['http://127.0.0.1:4020/webhooks', 'development'],
    ['http://localhost:4020/webhooks', 'development'],
    ['http://[::1]:4020/webhooks', 'development'],
  ])('D-025 takes %s in %s', (url, environment) => {
    expect(parseCallbackUrl(url, { environment }).href).toBe(new URL(url).href)
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
    ['https://169.254.169.254/canary', 'production', /expected a public address/],
    ['https://127.0.0.1/canary', 'development', /expected a public address/],
    ['https://2130706433/canary', 'production', /expected a public address/],
    ['https://0x7f.1:8443/canary', 'staging', /expected a public address/],
    ['https://[::ffff:7f00:1]/canary', 'production', /expected a public address/],
    ['https://[64:ff9b::a9fe:a9fe]/canary', 'production', /expected a public address/],
    ['https://[fe80::1%25eth0]/canary', 'production', /expected an absolute URL/],
    ['http://10.0.0.1/canary', 'development', /expected https/],
    ['http://[::ffff:7f00:1]/canary', 'development', /expected https/],
    ['', 'development', /expected an absolute URL, received text of 0 characters/],
  ])('D-025 refuses %s in %s without repeating it', (url, environment, message) => {
    expect(() => parseCallbackUrl(url, { environment })).toThrow(message)
    expect(() => parseCallbackUrl(url, { environment })).not.toThrow(/canary/)
  })
})
