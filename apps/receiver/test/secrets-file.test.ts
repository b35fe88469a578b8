import { rmSync, writeFileSync } from 'node:fs'
import { readSecretLines } from '@partner-platform/settings'
import { temporaryFile } from '@partner-platform/settings/testing'
import { createSecret } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { createSecretsFile, type SecretsFileOptions } from '../src/secrets-file.ts'

const [one, two] = [createSecret(), createSecret()]

function open(text: string, given: Partial<SecretsFileOptions> = {}) {
  const path = temporaryFile(text)
  const changes: string[] = []
  const secrets = createSecretsFile({
    ...{ variable: 'RECEIVER_SECRETS_FILE', path },
    onChange: (outcome) => changes.push(outcome),
    ...given,
  })
  return { path, changes, secrets }
}

describe('a file of secrets', () => {
  it('D-004 is read again when it changes, for the next delivery', () => {
    const { path, changes, secrets } = open(`${one}\n`)
    expect([secrets(), changes]).toEqual([[one], []])
    writeFileSync(path, `# both for a while\n${two}\n${one}\n`)
    expect([secrets(), secrets(), changes]).toEqual([[two, one], [two, one], ['reloaded']])
  })

  it.each([
    ['nothing', ''],
    ['no secret', 'whsec_canary!\n'],
    ['one that is cut off', two.slice(0, -10)],
  ])('changes nothing while it holds %s', (_says, text) => {
    const { path, changes, secrets } = open(one)
    writeFileSync(path, text)
    expect([secrets(), secrets(), changes]).toEqual([[one], [one], ['unusable']])
    writeFileSync(path, two)
    expect([secrets(), changes]).toEqual([[two], ['unusable', 'reloaded']])
  })

  it('changes nothing while it is not there', () => {
    const { path, changes, secrets } = open(one)
    rmSync(path)
    expect([secrets(), secrets(), changes]).toEqual([[one], [one], ['unusable']])
    writeFileSync(path, two)
    expect([secrets(), changes]).toEqual([[two], ['unusable', 'reloaded']])
  })

  it('F19 is read again after it could not be read, though it did not change since', () => {
    let isExhausted = false
    const { path, changes, secrets } = open(one, {
      readLines(...asked) {
        if (isExhausted) throw new Error('EMFILE')
        return readSecretLines(...asked)
      },
    })
    writeFileSync(path, two)
    isExhausted = true
    expect([secrets(), secrets(), changes]).toEqual([[one], [one], ['unusable']])
    isExhausted = false
    expect([secrets(), secrets(), changes]).toEqual([[two], [two], ['unusable', 'reloaded']])
  })

  it.each([
    ['no file', '/nowhere/canary'],
    ['a file without a secret', '/dev/null'],
  ])('F20 is refused where there is %s, by its variable alone', (_says, path) => {
    const start = () => createSecretsFile({ variable: 'VARIABLE', path, onChange() {} })
    expect(start).toThrow(/^VARIABLE/)
    expect(start).not.toThrow(/canary/)
  })
})
