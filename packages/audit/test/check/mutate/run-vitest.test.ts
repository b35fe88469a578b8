import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@partner-platform/dev/workspaces'
import { expect, it } from 'vitest'
import { runVitest } from '../../../src/mutate/run-vitest.ts'

const file = 'packages/webhooks/src/signature.ts'
const part = { folder: 'packages/webhooks', files: [], stages: [] }
const run = (text: string, { limitMs = 60_000, of = file } = {}) =>
  runVitest({ part, stage: ['verify-signature'], limitMs, mutant: { file: of, text } })

it('says whether tests load the mutant and which file is red, and stops tests that hang', {
  timeout: 300_000,
}, async () => {
  const of = 'packages/webhooks/src/create-node-handler.ts'
  const since = performance.now()
  expect(await run('throw new Error()', { of })).toMatchObject({ end: 'green', isLoaded: false })
  // However slow the machine is, the file is loaded by then.
  const limitMs = 2 * (performance.now() - since) + 2_000
  const text = readFileSync(join(root, file), 'utf8')
  const broken = text.replace("!== 'string'", "=== 'string'")
  // Blocks its thread for ever without using a core that other tests need.
  const hangs = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)\n${text}`
  expect(await Promise.all([run(broken), run(hangs, { limitMs })])).toEqual([
    { end: 'red', by: 'verify-signature.test.ts', isLoaded: true },
    { end: 'timed-out', by: 'time', isLoaded: true },
  ])
})
