import { join } from 'node:path'
import { startApp } from '@partner-platform/settings/testing'
import { expect, it } from 'vitest'

const file = join(import.meta.dirname, '../../src/demo.ts')

it.each([
  ['--help', 0, 'stdout'],
  ['--bogus', 2, 'stderr'],
] as const)('the demo answers %s with its usage and %i', async (flag, wanted, stream) => {
  const ended = await startApp({ file, args: [flag] }).ended
  expect(ended.code).toBe(wanted)
  expect(ended[stream]).toMatch(/^Usage: npx pnpm@12 demo\n/)
})

it('the demo shows the round trip and ends with 0', async () => {
  const { code, stdout, stderr } = await startApp({ file }).ended
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.match(/✓/g)).toHaveLength(3)
})
