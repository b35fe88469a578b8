import { rmSync, writeFileSync } from 'node:fs'
import { readSecretLines } from '@partner-platform/settings'
import { temporaryFile } from '@partner-platform/settings/testing'
import { createSecret } from '@partner-platform/webhooks'
import { expect, it } from 'vitest'
import { createSecretsFile, type SecretsFileOptions } from '../src/secrets-file.ts'

const [one, two] = [createSecret(), createSecret()]

/** A file with the first secret. */
function open(given: Partial<SecretsFileOptions> = {}) {
  const path = temporaryFile(`${one}\n`)
  const changes: string[] = []
  const secrets = createSecretsFile({
    path,
    onChange: (outcome) => changes.push(outcome),
    ...given,
  })
  return { path, changes, secrets, write: (text: string) => writeFileSync(path, text) }
}

it('D-004 a changed file is read for the next delivery', () => {
  const { changes, secrets, write } = open()
  expect([secrets(), changes]).toEqual([[one], []])
  write(`# both for a while\n${two}\n${one}\n`)
  expect([secrets(), secrets(), changes]).toEqual([[two, one], [two, one], ['reloaded']])
})

it.each([
  ['empty', ''],
  ['not a secret', 'whsec_canary!\n'],
  ['cut off', two.slice(0, -10)],
  ['missing', undefined],
])('the last good secrets stay in use while the file is %s', (_says, text) => {
  const { path, changes, secrets, write } = open()
  if (text === undefined) rmSync(path)
  else write(text)
  expect([secrets(), secrets(), changes]).toEqual([[one], [one], ['unusable']])
  write(two)
  expect([secrets(), changes]).toEqual([[two], ['unusable', 'reloaded']])
})

it('F19 an unreadable file is read again, even if it has not changed since', () => {
  let isExhausted = false
  const { changes, secrets, write } = open({
    readLines(...given) {
      if (isExhausted) throw new Error('EMFILE')
      return readSecretLines(...given)
    },
  })
  write(two)
  isExhausted = true
  expect([secrets(), secrets(), changes]).toEqual([[one], [one], ['unusable']])
  isExhausted = false
  expect([secrets(), secrets(), changes]).toEqual([[two], [two], ['unusable', 'reloaded']])
})
