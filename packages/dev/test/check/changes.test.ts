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

/** A change of the contract: what a designer touches, and nothing else. */
const changes: { name: string; edits: readonly Edit[]; files: string[]; verdict: string }[] = [
  {
    name: 'other words',
    edits: [wordsOfField],
    files: ['specs/schemas/country.yaml'],
    verdict: 'patch',
  },
  {
    name: 'a new optional field',
    edits: newField,
    files: [
      'specs/decisions/D-029-note.md',
      'specs/examples/submission/cases.yaml',
      'specs/examples/submission/valid/note.json',
      'specs/schemas/submission.yaml',
    ],
    verdict: 'minor',
  },
  {
    name: 'a new status',
    edits: newStatus,
    files: [
      'specs/decisions/D-029-paid.md',
      'specs/examples/submission-status/cases.yaml',
      'specs/examples/submission-status/valid/paid.json',
      'specs/schemas/submission-status.yaml',
    ],
    verdict: 'minor',
  },
  {
    name: 'a deprecation',
    edits: deprecatedField,
    files: ['specs/schemas/submission.yaml'],
    verdict: 'minor',
  },
  {
    name: 'a break',
    edits: breakingFigure,
    files: ['specs/asyncapi.yaml', 'specs/vectors/figures.json'],
    verdict: 'major',
  },
]

let folder: string
beforeAll(() => {
  const copy = copyRepository()
  folder = copy.folder
  for (const file of globSync('.changeset/*-*.md', { cwd: folder })) rmSync(join(folder, file))
  return copy.remove
})

it.each(changes)('$name asks for its own files and no others', async (change) => {
  const changed: string[] = []
  for (const { file, edit } of change.edits) {
    const before = readOrEmpty(join(folder, file))
    onTestFinished(() => (before === '' ? rmSync(join(folder, file)) : write(file, before)))
    write(file, edit(before, 1))
    if (readOrEmpty(join(folder, file)) !== before) changed.push(file)
  }
  expect((await lint(join(folder, 'specs'))).problems).toEqual([])
  expect(changed.toSorted()).toEqual(change.files)

  // Only new examples can fail against the generated validators.
  if (change.files.some((file) => file.includes('/examples/'))) {
    const generation = await planGeneration(findWorkspaces(folder))
    generation.write()
    const tests = await runTests(['test/contract.test.ts'], join(folder, 'packages/validators'))
    expect(tests).toEqual({ passed: expect.any(Number), failed: [] })
    expect(tests.passed).toBeGreaterThan(500)
  }

  const comparison = await compare(join(repository, 'specs'), 'specs', { cwd: folder })
  const { level } = comparison
  const declare = () =>
    checkChangesets(comparison, readChangesets(join(folder, '.changeset')), {
      folder: '.changeset',
    })
  const { missing } = declare()
  expect([level, missing]).toEqual([change.verdict, expect.anything()])
  if (missing) {
    write(missing.path, missing.text)
    onTestFinished(() => rmSync(join(folder, missing.path)))
  }
  expect(declare()).toEqual({ declaredBy: [missing?.path], shortfalls: [], missing: null })
})

const write = (file: string, text: string) => writeFiles(folder, { [file]: text })
