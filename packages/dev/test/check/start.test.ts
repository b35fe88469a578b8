import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '@partner-platform/settings/testing'
import { operations } from '@partner-platform/types'
import { describe, expect, it, onTestFinished } from 'vitest'

const file = join(import.meta.dirname, '../../src/start.ts')
const ports = {
  ...{ SERVER_PORT: '0', OPERATOR_PORT: '0', RECEIVER_PORT: '0', INBOX_PORT: '0', DOCS_PORT: '0' },
}

const temporaryFolders = () => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-platform-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { DATA_FOLDER: join(folder, 'server'), RECEIVER_DATA_FOLDER: join(folder, 'receiver') }
}

describe('start', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'shows the round trip and every address, and ends with 0 on %s',
    async (signal) => {
      const env = { ...ports, ...temporaryFolders() }
      const { child, ready, ended } = startApp({ file, env })
      await ready
      child.kill(signal)
      const { code, stdout, stderr } = await ended
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout.match(/✓/g)).toHaveLength(3)
      for (const place of ['server', 'operator', 'receiver', 'inbox', 'docs']) {
        expect(stdout).toMatch(new RegExp(`^ {2}${place} +http://127\\.0\\.0\\.1:\\d+/`, 'm'))
      }
    },
  )

  it('finds its partner again at the next start, and withdraws the key of the one before', {
    timeout: 180_000,
  }, async () => {
    const env = { ...ports, ...temporaryFolders() }
    const keyOf = (text: string) => /ppk_dev_\w+/.exec(text)?.[0] ?? 'none'
    const first = startApp({ file, env })
    await first.ready
    first.child.kill('SIGKILL')
    const { stdout } = await first.ended
    const second = startApp({ file, env })
    const url = `${new URL(await second.ready).origin}${operations.listCountries.path}`
    const old = await fetch(url, { headers: { 'x-api-key': keyOf(stdout) } })
    second.child.kill('SIGTERM')
    const { code, stdout: again } = await second.ended
    expect([code, old.status]).toEqual([0, 401])
    expect(keyOf(again)).not.toBe(keyOf(stdout))
    expect(again.match(/✓/g)).toHaveLength(3)
  })

  it('names the variable, not the value, of a port that is none', async () => {
    const { code, stderr } = await startApp({ file, env: { ...ports, DOCS_PORT: 'canary' } }).ended
    expect(code).toBe(1)
    expect(stderr).toMatch(/^DOCS_PORT is wrong: expected a whole number from 0 to 65535, /)
    expect(stderr).not.toContain('canary')
  })
})
