import { createSecret } from '@partner-platform/webhooks'
import { expect } from 'vitest'
import { checkReceiver } from '../../src/index.ts'
import { quickPauses } from '../sample-checks.ts'
import type { FaultyFixture } from './fixture.ts'

const secrets = [createSecret(), createSecret()]

/** Expects the checks to find the fault under its rule, and nothing else. */
export async function judgeFaulty(fixture: FaultyFixture, only?: readonly string[]): Promise<void> {
  const { url, effects, close } = await fixture.listen(secrets)
  const { quickAnswerMs = 10_000, pauses } = fixture
  const report = await checkReceiver({
    ...{ url, secrets, effects, effectsTimeoutMs: 500, quickAnswerMs },
    ...(only ? { only } : {}),
    pauses: { ...quickPauses, ...pauses },
  })
  await close()
  const found = report.results.filter(({ finding }) => finding)
  expect(found.map(({ id }) => id).sort()).toEqual([...fixture.breaks].sort())
  const { rule, warning = rule.startsWith('D-') ? 'advice' : null } = fixture
  expect(found.find(({ id }) => id === fixture.breaks[0])).toMatchObject({ rule, warning })
}
