import { join } from 'node:path'
import { startApp } from '@partner-platform/settings/testing'
import { describe, expect, it } from 'vitest'

const file = join(import.meta.dirname, '../src/start.ts')
const env = { SERVER_PORT: '0', RECEIVER_PORT: '0', DOCS_PORT: '0' }

describe('start', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'shows the round trip and every address, and ends with 0 on %s',
    async (signal) => {
      const { child, ready, ended } = startApp({ file, env })
      await ready
      child.kill(signal)
      const { code, stdout, stderr } = await ended
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout.match(/✓/g)).toHaveLength(3)
      for (const place of ['server', 'receiver', 'docs']) {
        expect(stdout).toMatch(new RegExp(`^ {2}${place} +http://127\\.0\\.0\\.1:\\d+/`, 'm'))
      }
    },
  )

  it('names the variable, not the value, of a port that is none', async () => {
    const { code, stderr } = await startApp({ file, env: { ...env, DOCS_PORT: 'canary' } }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^DOCS_PORT is wrong: expected a whole number from 0 to 65535, /)
    expect(stderr).not.toContain('canary')
  })
})
