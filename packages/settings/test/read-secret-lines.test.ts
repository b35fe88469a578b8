import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSecretLines } from '../src/index.ts'

describe('a file of secrets', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'partner-platform-secrets-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is read line by line, without blank lines and comments', () => {
    const path = join(folder, 'secrets')
    writeFileSync(path, '# newest first\n  one \r\n\ntwo\n')
    expect(readSecretLines('SECRETS_FILE', path)).toEqual(['one', 'two'])
  })

  it.each([
    ['that is missing', 'missing', 'names a file that cannot be read: ENOENT'],
    ['that is a folder', '.', 'does not name a regular file'],
  ])('%s is refused by the name of its setting', (_, name, problem) => {
    expect(() => readSecretLines('SECRETS_FILE', join(folder, name))).toThrow(
      `SECRETS_FILE ${problem}. Correct the path or its permissions.`,
    )
  })

  it('that is a pipe is refused, because reading it would wait forever', () => {
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    expect(() => readSecretLines('SECRETS_FILE', path)).toThrow('does not name a regular file')
  })
})
