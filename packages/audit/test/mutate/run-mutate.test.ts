import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Group, MutateOptions } from '../../src/mutate/groups.ts'
import { listMutants } from '../../src/mutate/list-mutants.ts'
import { keepScores, runMutate } from '../../src/mutate/run-mutate.ts'
import type { RunTests } from '../../src/mutate/run-vitest.ts'
import type { Score } from '../../src/mutate/score-group.ts'

const file = 'packages/webhooks/src/signature.ts'
const only = `${file} parseSignature condition 1`

/** A group whose tests are these stages, named after what they do with a mutant. */
function groupOf(...stages: string[]): Group {
  const folder = 'packages/webhooks'
  const part = { folder, files: ['src/signature.ts'], stages: stages.map((stage) => [stage]) }
  return { name: 'verifier', what: '', targetPercent: 100, limit: 1, parts: [part] }
}

const run: RunTests = async ({ stage: [stage = ''], mutant }) => {
  const isRed = stage === 'red' || (mutant !== undefined && /^(notices|flakes)$/.test(stage))
  const end = isRed ? 'red' : 'green'
  return { end, by: `${stage}.test.ts`, isLoaded: !/^(elsewhere|flakes)$/.test(stage) }
}

let reports: string
beforeEach(() => {
  reports = temporaryFolder()
})

async function mutate(groups: Group[], given: Partial<MutateOptions> = {}) {
  const lines: string[] = []
  const options = { list: false, groups, only, sample: undefined, ...given }
  const say = (line: string) => void lines.push(line)
  const exitCode = await runMutate(options, { known: [], reports, say, run })
  return { exitCode, text: lines.join('\n') }
}

describe('runMutate', () => {
  it('lists the mutants and tries none', async () => {
    const group = groupOf('red')
    const { exitCode, text } = await mutate([group], { list: true, only: file })
    expect(exitCode).toBe(0)
    expect(text.split('\n')).toHaveLength(listMutants(group).length)
    expect(text).toContain(`${only}: line`)
  })

  it('ends with 0 if all are killed, and tries them again only if anything changed', async () => {
    const killed = /verifier 1 of 1: .*: killed by notices\.test\.ts/
    const group = groupOf('blind', 'notices')
    expect(await mutate([group])).toEqual({ exitCode: 0, text: expect.stringMatching(killed) })
    expect(await mutate([group])).toEqual({ exitCode: 0, text: expect.not.stringMatching(killed) })
    expect((await mutate([groupOf('notices')])).text).toMatch(killed)
  })

  it.each([
    ['notices', 'blind', 'SURVIVED'],
    ['loads', 'elsewhere', 'NOT-LOADED'],
    ['is red with', 'flakes', 'NOT-LOADED'],
  ])('ends with 1 if no test %s the mutant', async (_, stage, fate) => {
    const { exitCode, text } = await mutate([groupOf(stage)])
    expect(exitCode).toBe(1)
    expect(text).toContain('verifier is below its target: 0%, not 100%')
    expect(text).toContain(`verifier 1 of 1: ${only}: ${fate} `)
  })

  it.each<[string, Group, string, string]>([
    ['the tests fail without a mutant', groupOf('red'), only, 'has red tests without any mutant'],
    ['no mutant has that name', groupOf('notices'), 'nothing', 'No mutant is named nothing'],
  ])('says so if %s', async (_, group, name, says) => {
    await expect(mutate([group], { only: name })).rejects.toThrow(says)
  })
})

it('keepScores replaces the groups that ran, keeps the others, and writes no dates', () => {
  const kept = join(reports, 'scores.json')
  const score = { percent: 1 } as Score
  keepScores(new Map([['guard', score]]), kept)
  keepScores(new Map([['specs', score]]), kept)
  keepScores(new Map([['guard', { ...score, percent: 2 }]]), kept)
  expect(readFileSync(kept, 'utf8')).toBe(
    '{\n  "specs": {\n    "percent": 1\n  },\n  "guard": {\n    "percent": 2\n  }\n}\n',
  )
})
