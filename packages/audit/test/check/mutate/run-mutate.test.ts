import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@partner-platform/dev/workspaces'
import { temporaryFolder } from '@partner-platform/harness'
import { startApp } from '@partner-platform/settings/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Group,
  type MutateOptions,
  type Part,
  toMutateOptions,
} from '../../../src/mutate/groups.ts'
import { listMutants } from '../../../src/mutate/list-mutants.ts'
import { runMutate } from '../../../src/mutate/run-mutate.ts'
import { runVitest } from '../../../src/mutate/run-vitest.ts'

const file = 'packages/webhooks/src/signature.ts'
const part: Part = {
  folder: 'packages/webhooks',
  files: ['src/signature.ts'],
  stages: [['verify-signature']],
}
const group: Group = { name: 'verifier', what: '', targetPercent: 100, limit: 1, parts: [part] }
const only = `${file} parseSignature`

let reports: string
beforeEach(() => {
  reports = temporaryFolder()
})

async function mutate(groups: Group[], given: Partial<MutateOptions> = {}) {
  const lines: string[] = []
  const options = { list: false, groups, only, sample: undefined, ...given }
  const say = (line: string) => void lines.push(line)
  return { exitCode: await runMutate(options, { known: [], reports, say }), text: lines.join('\n') }
}

describe('runMutate', () => {
  it('lists the mutants and tries none', async () => {
    const { exitCode, text } = await mutate([group], { list: true })
    expect(exitCode).toBe(0)
    expect(text.split('\n').length).toBeLessThanOrEqual(listMutants(group).length)
    expect(text).toContain(`${file} parseSignature condition 1: line`)
  })

  it('ends with 0 if all are killed, and does not try them again', async () => {
    const one = await mutate([group], { only: `${only} condition 1` })
    expect(one).toMatchObject({ exitCode: 0 })
    expect(one.text).toMatch(/verifier 1 of 1: .*: killed by verify-signature\.test\.ts/)
    const again = await mutate([group], { only: `${only} condition 1` })
    expect(again).toMatchObject({ exitCode: 0 })
    expect(again.text).not.toContain('verifier 1 of 1: ')
  })

  it('ends with 1 if no test notices the mutant', async () => {
    const blind = { ...group, parts: [{ ...part, stages: [['options']] }] }
    const { exitCode, text } = await mutate([blind], { only: `${only} condition 1` })
    expect(exitCode).toBe(1)
    expect(text).toContain('verifier is below its target: 0%, not 100%')
    // A test loads it, and is green.
    expect(text).toMatch(/verifier 1 of 1: .*: SURVIVED /)
  })

  it('says so if the tests fail without a mutant', async () => {
    const red = { ...group, parts: [{ ...part, stages: [['nothing-of-this-name']] }] }
    await expect(mutate([red])).rejects.toThrow('has red tests without any mutant')
  })

  it('says so if no mutant has that name', async () => {
    await expect(mutate([group], { only: 'nothing' })).rejects.toThrow('No mutant is named')
  })
})

describe('runVitest', () => {
  const run = (text: string, { limitMs = 60_000, of = file } = {}) =>
    runVitest({ part, stage: ['verify-signature'], limitMs, mutant: { file: of, text } })

  it('says whether tests load the mutant, and ends one that hangs', {
    timeout: 300_000,
  }, async () => {
    const of = 'packages/webhooks/src/create-node-handler.ts'
    const since = performance.now()
    expect(await run('throw new Error()', { of })).toMatchObject({ end: 'green', isLoaded: false })
    // However slow the machine is, the file is loaded by then.
    const limitMs = 2 * (performance.now() - since) + 2_000
    // Blocks its thread for ever, and leaves the machine to the other tests.
    const text = readFileSync(join(root, file), 'utf8')
    const hangs = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)\n${text}`
    expect(await run(hangs, { limitMs })).toMatchObject({ end: 'timed-out', isLoaded: true })
  })
})

it.each([{ group: ['nobody'] }, { sample: '0' }])('toMutateOptions refuses %j', (flags) => {
  expect(() => toMutateOptions(flags)).toThrow(TypeError)
})

it.each([
  ['--help', 0, 'stdout', '--group NAME'],
  ['--nonsense', 2, 'stderr', 'Invalid flag or value. mutate accepts'],
] as const)('the command answers %s with %i', async (flag, wanted, stream, text) => {
  const file = join(root, 'packages/audit/src/mutate.ts')
  const ended = await startApp({ file, args: [flag] }).ended
  expect([ended.code, ended[stream]]).toEqual([wanted, expect.stringContaining(text)])
})
