import { authVectors } from '@partner-platform/contract-kit'
import { describe, expect, it } from 'vitest'
import { environment, readSettings, SettingError } from '../src/index.ts'

const settings = { ENVIRONMENT: environment('Environment of the app.') }
const environments = [...new Set(authVectors.rows.map(({ given }) => given.environment))]

describe('the environment setting', () => {
  it.each(environments)('1.4 takes %s', (name) => {
    expect(readSettings(settings, { ENVIRONMENT: name })).toEqual({ ENVIRONMENT: name })
  })

  it.each(['', 'Production', 'test', '__proto__'])(
    '1.4 refuses %j by the name of its variable',
    (name) => {
      expect(() => readSettings(settings, { ENVIRONMENT: name })).toThrow(SettingError)
      expect(() => readSettings(settings, { ENVIRONMENT: name })).toThrow(/^ENVIRONMENT /)
    },
  )
})
