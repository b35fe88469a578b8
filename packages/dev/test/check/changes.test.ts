import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkChangesets, compare, readChangesets } from '@partner-platform/compat'
import { writeFiles } from '@partner-platform/harness'
import { lint } from '@partner-platform/lint'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import {
  breakingFigure,
  deprecatedField,
  type Edit,
  newField,
  newStatus,
  readOrEmpty,
  wordsOfField,
} from '../../bench/edits.ts'
import { copyRepository } from '../../src/copy-repository.ts'
import { planGeneration } from '../../src/watch/plan-generation.ts'
import { findWorkspaces, root as repository } from '../../src/workspaces.ts'
import { runTests } from './run.ts'

/** What a designer edits, and what `contract-compat` calls the change. */
const changes: [name: string, edits: readonly Edit[], verdict: string][] = [
  ['a new wording', [wordsOfField], 'patch'],
  ['a new optional field', newField, 'minor'],
  ['a new status', newStatus, 'minor'],
  ['a deprecation', deprecatedField, 'minor'],
  ['a break', breakingFigure, 'major'],
]

let folder: string
beforeAll(() => {
  const copy = copyRepository()
  folder = copy.folder
  for (const file of globSync('.changeset/*-*.md', { cwd: folder })) rmSync(join(folder, file))
  return copy.remove
})

it.each(changes)('%s passes the lint and needs one changeset', async (_, edits, verdict) => {
  apply(edits)
  expect((await lint(join(folder, 'specs'))).problems).toEqual([])
  const comparison = await compare(join(repository, 'specs'), 'specs', { cwd: folder })
  const { level } = comparison
  const declare = () =>
    checkChangesets(comparison, readChangesets(join(folder, '.changeset')), {
      folder: '.changeset',
    })
  const { missing } = declare()
  expect([level, missing]).toEqual([verdict, expect.anything()])
  if (missing) {
    write(missing.path, missing.text)
    onTestFinished(() => rmSync(join(folder, missing.path)))
  }
  expect(declare()).toEqual({ declaredBy: [missing?.path], shortfalls: [], missing: null })
})

it('the generated validators agree with new examples', async () => {
  apply([...newField, ...newStatus])
  const generation = await planGeneration(findWorkspaces(folder))
  generation.write()
  const tests = await runTests(['test/contract.test.ts'], join(folder, 'packages/validators'))
  expect(tests).toEqual({ passed: expect.any(Number), failed: [] })
  expect(tests.passed).toBeGreaterThan(500)
})

/** Makes edits, each of which must change its file. The end of the test undoes them. */
function apply(edits: readonly Edit[]): void {
  for (const { file, edit } of edits) {
    const before = readOrEmpty(join(folder, file))
    onTestFinished(() => (before === '' ? rmSync(join(folder, file)) : write(file, before)))
    write(file, edit(before, 1))
    expect(readOrEmpty(join(folder, file)), file).not.toBe(before)
  }
}

const write = (file: string, text: string) => writeFiles(folder, { [file]: text })
