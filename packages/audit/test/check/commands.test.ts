import { join } from 'node:path'
import { startApp } from '@partner-platform/settings/testing'
import { expect, it } from 'vitest'

it.each([
  ['mutate', 'mutate.ts', ['--canary'], ['--group', 'canary'], ['--sample', '0']],
  ['demo:processes', 'show.ts', ['--canary'], ['--seconds', '1']],
  ['soak', 'soak.ts', ['canary'], ['--cycles', '-1'], ['--store', 'canary']],
  ['trace', 'trace.ts', ['--canary']],
])('%s prints its flags, and exits with 2 for any others', async (name, source, ...wrong) => {
  const file = join(import.meta.dirname, '../../src', source)
  const run = (...args: string[]) => startApp({ file, args }).ended
  const usage = expect.stringMatching(new RegExp(`^Usage: npx pnpm@12 ${name} `))
  expect(await run('--help')).toEqual({ code: 0, stdout: usage, stderr: '' })
  const refusal = new RegExp(`^Invalid flag or value. ${name} accepts (?!.*canary).+\\n$`)
  for (const args of wrong)
    expect(await run(...args)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(refusal),
    })
})
