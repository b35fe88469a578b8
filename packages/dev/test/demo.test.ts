import { join } from 'node:path'
import { startApp } from '@partner-platform/settings/testing'
import { expect, it } from 'vitest'

it('the demo shows the round trip and ends with 0', async () => {
  const file = join(import.meta.dirname, '../src/demo.ts')
  const { code, stdout, stderr } = await startApp({ file }).ended
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.match(/✓/g)).toHaveLength(3)
})
