import { openPlatform } from '@partner-platform/server/testing'
import { expect, it, onTestFinished } from 'vitest'
import { runCountriesWorkflow } from '../../src/redocly/run-workflows.ts'

it('the workflow of the contract fails at each step that gets a wrong key', async () => {
  const platform = await openPlatform()
  onTestFinished(platform.close)
  const [staging, own] = [await platform.createKey('staging'), await platform.createKey()]
  const changed = { apiKey: staging.key, otherEnvironmentKey: own.key, revokedKey: own.key }
  const { ok, steps } = await runCountriesWorkflow(platform, changed)
  expect(ok).toBe(false)
  expect(steps).toEqual(
    expect.arrayContaining([
      ['listWithBearerToken/list', 403],
      ['beRefusedWithoutKey/listWithRevokedKey', 200],
      ['beForbidden/listWithKeyOfAnotherEnvironment', 200],
    ]),
  )
})
