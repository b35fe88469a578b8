import { describe, expect, it } from 'vitest'
import { toAllowedOrigins } from '../../src/access/allowed-origins.ts'

describe('toAllowedOrigins', () => {
  it('D-021 keeps an origin in the form that browsers send', () => {
    const origins = ['https://app.example', 'http://localhost:5173']
    expect(toAllowedOrigins({ staging: origins }).staging).toEqual(new Set(origins))
  })

  it.each([
    '*',
    'null',
    '',
    'canary.example',
    'https://canary.example/',
    'https://canary.example/app',
    'https://canary.example:443',
    'https://CANARY.example',
    'https://*.canary.example',
    'ws://canary.example',
  ])('D-021 refuses %j at construction, without repeating it', (origin) => {
    expect(() => toAllowedOrigins({ production: [origin] })).toThrow(TypeError)
    expect(() => toAllowedOrigins({ production: [origin] })).not.toThrow(/canary/i)
  })
})
