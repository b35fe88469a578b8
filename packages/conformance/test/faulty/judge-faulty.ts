import { createSecret } from '@partner-platform/webhooks'
import { expect } from 'vitest'
import { checkReceiver } from '../../src/index.ts'
import { openFaulty, quickPauses } from './faulty-receiver.ts'
import type { Fault } from './receivers.ts'

const secrets = [createSecret(), createSecret()]

/** Expects the checks to find the fault under the rule that its name begins with, and nothing else. */
export async function judgeFaulty(name: string, fault: Fault, only?: readonly string[]) {
  const { breaks, quickAnswerMs = 10_000, pauses, ...parts } = fault
  const { url, effects, close } = await openFaulty(parts, secrets)
  const report = await checkReceiver({
    url,
    secrets,
    effects,
    effectsTimeoutMs: 500,
    quickAnswerMs,
    ...(only ? { only } : {}),
    pauses: { ...quickPauses, ...pauses },
  })
  await close()
  const found = report.results.filter(({ finding }) => finding)
  expect(found.map(({ id }) => id).sort()).toEqual([...breaks].sort())
  const [rule = ''] = name.split(' ')
  const { warning = rule.startsWith('D-') ? 'advice' : null } = fault
  expect(found.find(({ id }) => id === breaks[0])).toMatchObject({ rule, warning })
}
