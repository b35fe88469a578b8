import { join } from 'node:path'
import { startApp } from '@partner-platform/settings/testing'
import { expect, it } from 'vitest'

const file = join(import.meta.dirname, '../../src/demo.ts')

it('the demo answers an unknown flag with its usage and 2', async () => {
  const { code, stderr } = await startApp({ file, args: ['--bogus'] }).ended
  expect(code).toBe(2)
  expect(stderr).toMatch(/^Usage: npx pnpm@12 demo\n/)
})

it('the demo shows the round trip and ends with 0', async () => {
  const { code, stdout, stderr } = await startApp({ file }).ended
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.match(/✓/g)).toHaveLength(3)
})
