import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkChangesets, compare, readChangesets } from '@partner-platform/compat'
import { writeFiles } from '@partner-platform/harness'
import { lint } from '@partner-platform/lint'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { readOrEmpty } from '../../bench/edits.ts'
import { copyRepository } from '../../src/copy-repository.ts'
import {
  hasOtherGenerator,
  planGeneration,
  runOtherGenerators,
} from '../../src/watch/plan-generation.ts'
import { findWorkspaces, root as repository } from '../../src/workspaces.ts'
import { commitCopy } from './commit-copy.ts'
import { compareFiles, generated, readWalkThrough } from './read-walk-through.ts'
import { runTests } from './run.ts'

const field = readWalkThrough('Add an optional field', [['note', 'memo']])
const status = readWalkThrough('Add a status', [
  ['PAID', 'STAMPED'],
  ['paid', 'stamped'],
])
type WalkThrough = typeof field

/** What a designer changes, and what `contract-compat` calls the change. */
const changes: [name: string, walk: WalkThrough, verdict: string][] = [
  ['a new wording', readWalkThrough('Change a field'), 'patch'],
  ['a new optional field', field, 'minor'],
  ['a new status', status, 'minor'],
  ['a deprecation', readWalkThrough('Deprecate a field'), 'minor'],
  ['a break', readWalkThrough('Break something on purpose'), 'major'],
]
const isChangeset = ({ file }: { file: string }) => file.startsWith('.changeset/')

let folder: string
let clone: ReturnType<typeof commitCopy>
beforeAll(() => {
  const copy = copyRepository()
  folder = copy.folder
  for (const file of globSync('.changeset/*-*.md', { cwd: folder })) rmSync(join(folder, file))
  clone = commitCopy(folder)
  return copy.remove
})
afterEach(() => clone.reset())

it.each(changes)('%s, as in the guide, passes the lint and needs one changeset', async (...row) => {
  const [, { edits, files }, verdict] = row
  apply(edits.filter((edit) => !isChangeset(edit)))
  expect((await lint(join(folder, 'specs'))).problems).toEqual([])
  const comparison = await compare(join(repository, 'specs'), 'specs', { cwd: folder })
  const declare = () =>
    checkChangesets(comparison, readChangesets(join(folder, '.changeset')), {
      folder: '.changeset',
    })
  const { missing } = declare()
  expect([comparison.level, missing]).toEqual([verdict, expect.anything()])
  const shown = edits.filter(isChangeset)
  // The guide shows the changeset that `check` asks for, with another text.
  for (const { file, edit } of shown) {
    const [head = ''] = missing?.text.split('Breaking: ') ?? []
    expect([file, edit('')]).toEqual([missing?.path, expect.stringContaining(`${head}Breaking: `)])
  }
  apply(shown)
  expect(compareFiles(clone.changed(), files)).toEqual({ notListed: [], notChanged: [] })
  if (missing && shown.length === 0) write(missing.path, missing.text)
  expect(declare()).toEqual({ declaredBy: [missing?.path], shortfalls: [], missing: null })
})

it('the generated validators agree with new examples, and the guide lists all generated files', async () => {
  apply([...field.edits, ...status.edits])
  const workspaces = findWorkspaces(folder)
  const generation = await planGeneration(workspaces)
  generation.write()
  await runOtherGenerators(workspaces.filter(hasOtherGenerator))
  const files = [...field.files, ...status.files, ...generated]
  expect(compareFiles(clone.changed(), files)).toEqual({ notListed: [], notChanged: [] })
  const tests = await runTests(['test/contract.test.ts'], join(folder, 'packages/validators'))
  expect(tests).toEqual({ passed: expect.any(Number), failed: [] })
  expect(tests.passed).toBeGreaterThan(500)
})

/** Makes edits, each of which must change its file. */
function apply(edits: WalkThrough['edits']): void {
  for (const { file, edit } of edits) {
    const before = readOrEmpty(join(folder, file))
    write(file, edit(before))
    expect(readFileSync(join(folder, file), 'utf8'), file).not.toBe(before)
  }
}

const write = (file: string, text: string) => writeFiles(folder, { [file]: text })
