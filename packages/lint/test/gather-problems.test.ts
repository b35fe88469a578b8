import { describe, expect, it } from 'vitest'
import { gatherProblems } from '../src/check/gather-problems.ts'
import { checks, lintSpecs } from '../src/check/lint.ts'
import { type Problem, sortProblems } from '../src/contract/problem.ts'
import { type Edit, makeEdits } from './broken-copy.ts'

async function gathered(edits: Edit[], names: string[]) {
  const specs = makeEdits(edits)
  const found = await Promise.all(names.map(async (name) => checks[name]?.(specs) ?? []))
  const problems = sortProblems(found.flat())
  return { problems, told: gatherProblems(specs, problems) }
}

const unknown = ['sources', 'decisions', 'vectors']

describe('an id that is not there', () => {
  it('is told once, in the first document that names it, with the number of places', async () => {
    const edits = [{ file: 'decisions/D-015-rate-limit.md' }]
    const { problems, told } = await gathered(edits, unknown)
    const naming = problems.filter(({ message }) => /\bD-015 is neither|record D-015/.test(message))
    expect(naming.length).toBeGreaterThan(100)
    const found = told.filter(({ message }) => message.includes('D-015'))
    expect(found.filter(({ rule }) => rule !== 'constants/not-decided')).toEqual([
      expect.objectContaining({
        file: 'openapi.yaml',
        pointer: '#/info/x-decision/0',
        rule: 'decisions/unknown',
        message: `There is no record D-015 in decisions/. ${naming.length - 1} more places name it.`,
        fix: 'Add decisions/D-015-<slug>.md, or name another at each place.',
      }),
    ])
  })

  it('is told as it is where one place names it', async () => {
    const edits = [
      { file: 'examples/agent/cases.yaml', from: 'rule: 2.3.agent', to: 'rule: 2.3.agnt' },
    ]
    const { problems, told } = await gathered(edits, ['vectors'])
    expect(problems).toHaveLength(1)
    expect(told).toEqual(problems)
  })
})

describe('a node that is not there', () => {
  it('is told once, with the number of statements that speak of it', async () => {
    const path = '/api/v1/platform/countries:'
    const edits = [{ file: 'openapi.yaml', from: path, to: path.replace('countries', 'nations') }]
    const { problems, told } = await gathered(edits, ['sources', 'decisions', 'facts'])
    const resting = problems.length - 1
    expect(resting).toBeGreaterThan(5)
    expect(told.map(({ rule, pointer }) => [rule, pointer])).toEqual([
      ['facts/no-node', '#/paths/~1api~1v1~1platform~1countries'],
      ['facts/contradiction', '#/paths/~1api~1v1~1platform~1nations'],
    ])
    expect(told[0]?.message).toContain(
      `Nothing stands here, and ${resting} statements speak of it.`,
    )
  })
})

describe('wrong examples of one schema', () => {
  it('are the first three and the number of the others', async () => {
    const edits = [
      { file: 'schemas/visa.yaml', from: 'name:\n    description', to: 'nam:\n    description' },
    ]
    const { problems, told } = await gathered(edits, ['examples'])
    const of = (list: Problem[], schema: string) =>
      list.filter(({ file }) => file.startsWith(`examples/${schema}/`))
    const all = of(problems, 'submission').length
    expect(all).toBeGreaterThan(10)
    expect(of(told, 'submission').slice(0, 3)).toEqual(of(problems, 'submission').slice(0, 3))
    expect(of(told, 'submission').slice(3)).toEqual([
      expect.objectContaining({
        rule: 'examples/more',
        message: `… and ${all - 3} more examples of submission.`,
        fix: 'If schemas/submission.yaml changed, or what it refers to, look there first.',
      }),
    ])
  })

  it('are told in full where there are four', () => {
    const problem = { line: 1, column: 1, pointer: '#', message: 'a', fix: 'b' }
    const problems = [1, 2, 3, 4].map((number) => ({
      ...problem,
      ...{ file: `examples/visa/valid/${number}.json`, rule: 'examples/wrong-folder' },
    }))
    expect(gatherProblems(makeEdits([]), problems)).toEqual(problems)
  })
})

describe('a mistyped extension', () => {
  it('is told before the examples that would fail for it', async () => {
    const broken = makeEdits([
      { file: 'schemas/submission.yaml', from: 'x-sender-only: true', to: 'x-sender-olny: true' },
    ])
    const { problems, waiting } = await lintSpecs(broken)
    expect(waiting).toBe('examples')
    expect(problems.filter(({ rule }) => rule.startsWith('examples/'))).toEqual([])
    expect(problems).toContainEqual(
      expect.objectContaining({
        file: 'schemas/submission.yaml',
        pointer: '#/else/x-sender-olny',
        rule: 'extensions/unknown',
        fix: 'Did you mean x-sender-only?',
      }),
    )
  })
})
