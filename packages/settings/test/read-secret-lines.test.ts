import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { describe, expect, it } from 'vitest'
import { readSecretLines } from '../src/index.ts'

describe('a file of secrets', () => {
  it('is read line by line, without blank lines and comments', () => {
    const folder = temporaryFolder({ secrets: '# newest first\n  one \r\n\ntwo\n' })
    expect(readSecretLines('SECRETS_FILE', join(folder, 'secrets'))).toEqual(['one', 'two'])
  })

  it.each([
    ['that is missing', 'missing', 'names a file that cannot be read: ENOENT'],
    ['that is a folder', '.', 'does not name a regular file'],
    // Reading it would wait forever.
    ['that is a pipe', 'pipe', 'does not name a regular file'],
  ])('%s is refused by the name of its setting', (_, name, problem) => {
    const folder = temporaryFolder()
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect(() => readSecretLines('SECRETS_FILE', join(folder, name))).toThrow(
      `SECRETS_FILE ${problem}. Correct the path or its permissions.`,
    )
  })
})
