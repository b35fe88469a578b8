import { expect, it } from 'vitest'
import { gatherProblems } from '../src/check/gather-problems.ts'
import { checks } from '../src/check/lint.ts'
import { sortProblems } from '../src/contract/problem.ts'
import { type Edit, makeEdits } from './broken-copy.ts'

async function gathered(edit: Edit, names: string[]) {
  const specs = makeEdits([edit])
  const found = await Promise.all(names.map(async (name) => checks[name]?.(specs) ?? []))
  const problems = sortProblems(found.flat())
  return { problems, told: gatherProblems(specs, problems) }
}

it('reports an unknown id once, in the first document that names it, with the number of places', async () => {
  const edit = { file: 'decisions/D-015-rate-limit.md' }
  const { problems, told } = await gathered(edit, ['sources', 'decisions', 'vectors'])
  const naming = problems.filter(({ message }) => /\bD-015 is neither|decision D-015/.test(message))
  expect(naming.length).toBeGreaterThan(100)
  expect(told.filter(({ message }) => message.includes('D-015'))).toEqual([
    expect.objectContaining({
      file: 'openapi.yaml',
      pointer: '#/info/x-decision/0',
      rule: 'decisions/unknown',
      message: `There is no decision D-015 in decisions/. ${naming.length - 1} more places name it.`,
      fix: 'Add decisions/D-015-<slug>.md, or name a different one in each place.',
    }),
  ])
})

it('reports a missing node once, with the number of statements that require it', async () => {
  const path = '/api/v1/platform/countries:'
  const edit = { file: 'openapi.yaml', from: path, to: path.replace('countries', 'nations') }
  const { problems, told } = await gathered(edit, ['sources', 'decisions', 'facts'])
  const resting = problems.length - 1
  expect(resting).toBeGreaterThan(5)
  expect(told.map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['facts/no-node', '#/paths/~1api~1v1~1platform~1countries'],
    ['facts/contradiction', '#/paths/~1api~1v1~1platform~1nations'],
  ])
  expect(told[0]?.message).toContain(`This node is missing, and ${resting} statements require it.`)
})

it('reports the first three wrong examples of a schema, and the number of the others', async () => {
  const [from, to] = ['name:\n    description', 'nam:\n    description']
  const { problems, told } = await gathered({ file: 'schemas/visa.yaml', from, to }, ['examples'])
  const [all, some] = [problems, told].map((list) =>
    list.filter(({ file }) => file.startsWith('examples/submission/')),
  )
  expect(all?.length).toBeGreaterThan(10)
  expect(some?.slice(0, 3)).toEqual(all?.slice(0, 3))
  expect(some?.slice(3)).toEqual([
    expect.objectContaining({
      rule: 'examples/more',
      message: `… and ${(all?.length ?? 0) - 3} more examples of submission.`,
      fix: 'If schemas/submission.yaml or a file that it refers to has changed, look there first.',
    }),
  ])
})

it('leaves one unknown id and four wrong examples as they are', async () => {
  const edit = { file: 'examples/agent/cases.yaml', from: 'rule: 2.3.agent', to: 'rule: 2.3.agnt' }
  const { problems, told } = await gathered(edit, ['vectors'])
  expect(problems).toHaveLength(1)
  expect(told).toEqual(problems)
  const four = [1, 2, 3, 4].map((number) => ({
    line: 1,
    column: 1,
    pointer: '#',
    message: 'a',
    fix: 'b',
    file: `examples/visa/valid/${number}.json`,
    rule: 'examples/wrong-folder',
  }))
  expect(gatherProblems(makeEdits([]), four)).toEqual(four)
})
