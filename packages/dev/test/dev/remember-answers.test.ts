import { temporaryFolder, writeFiles } from '@partner-platform/harness'
import { readSpecs, type Specs } from '@partner-platform/lint/contract'
import { expect, it } from 'vitest'
import { rememberAnswers } from '../../src/watch/contract/remember-answers.ts'

/** A document of two files beside another one, and a tool that answers with how often it was asked. */
function openDesk() {
  const folder = temporaryFolder({
    'one.yaml': 'a: { $ref: ./part.yaml }',
    'part.yaml': 'b: 1',
    'other.yaml': 'c: 1',
    'redocly.yaml': 'rules: {}',
  })
  const askOnce = rememberAnswers()
  let known: Specs | undefined
  let asked = 0
  return {
    save: (file: string, text: string) => writeFiles(folder, { [file]: text }),
    async ask() {
      known = readSpecs(folder, known)
      return askOnce('tool', { specs: known, id: 'one' }, async () => ++asked)
    },
  }
}

it('asks anew where a file that the document is made of changed, and where its rules did', async () => {
  const { ask, save } = openDesk()
  expect([await ask(), await ask()]).toEqual([1, 1])
  save('other.yaml', 'c: 2')
  expect(await ask()).toBe(1)
  save('part.yaml', 'b: 2')
  expect([await ask(), await ask()]).toEqual([2, 2])
  save('redocly.yaml', 'rules: { a: off }')
  expect(await ask()).toBe(3)
  save('one.yaml', 'a: {}')
  expect(await ask()).toBe(4)
  save('part.yaml', 'b: 3')
  expect(await ask()).toBe(4)
})
