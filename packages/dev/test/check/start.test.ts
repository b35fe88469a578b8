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
  it('finds its partner again after SIGKILL, withdraws its key, and ends with 0 on SIGINT', async () => {
    const env = { ...ports, ...temporaryFolders() }
    const keyOf = (text: string) => /ppk_dev_\w+/.exec(text)?.[0] ?? 'none'
    const first = startApp({ file, env })
    await first.ready
    first.child.kill('SIGKILL')
    const { stdout } = await first.ended
    const second = startApp({ file, env })
    const url = `${new URL(await second.ready).origin}${operations.listCountries.path}`
    const old = await fetch(url, { headers: { 'x-api-key': keyOf(stdout) } })
    second.child.kill('SIGINT')
    const { code, stdout: again, stderr } = await second.ended
    expect([code, stderr, old.status]).toEqual([0, '', 401])
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
