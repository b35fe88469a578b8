import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lint } from '@partner-platform/lint'
import { afterEach, beforeAll, expect, it } from 'vitest'
import {
  breakingFigure,
  type Edit,
  newField,
  newStatus,
  readOrEmpty,
  wordsOfField,
} from '../../bench/edits.ts'
import { copyRepository } from '../../src/copy-repository.ts'
import { root as repository } from '../../src/workspaces.ts'
import { run, runScript, runTests } from './run.ts'

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
      'specs/decisions/D-099-note.md',
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
      'specs/decisions/D-099-paid.md',
      'specs/examples/submission-status/cases.yaml',
      'specs/examples/submission-status/valid/paid.json',
      'specs/schemas/submission-status.yaml',
    ],
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
let git: (...args: string[]) => string
beforeAll(() => {
  const copy = copyRepository()
  folder = copy.folder
  git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  git('init', '--quiet')
  git('add', '--all')
  return copy.remove
})
afterEach(() => {
  git('checkout', '--quiet', '.')
  git('clean', '--quiet', '-d', '--force')
})

it.each(changes)('$name asks for its own files and no others', async (change) => {
  for (const { file, edit } of change.edits) write(file, edit(readOrEmpty(join(folder, file)), 1))
  expect((await lint(join(folder, 'specs'))).problems).toEqual([])
  const changed = git('ls-files', '--modified', '--others', '--exclude-standard')
  expect(changed.trim().split('\n').toSorted()).toEqual(change.files)

  // Only new examples can fail against the generated validators.
  if (change.files.some((file) => file.includes('/examples/'))) {
    const validators = join(folder, 'packages/validators')
    expect(await runScript('generate', validators)).toMatchObject({ code: 0 })
    const tests = await runTests(['test/contract.test.ts'], validators)
    expect(tests).toEqual({ passed: expect.any(Number), failed: [] })
    expect(tests.passed).toBeGreaterThan(500)
  }

  for (const file of globSync('.changeset/*-*.md', { cwd: folder })) rmSync(join(folder, file))
  const compat = 'node --conditions=@partner-platform/source packages/compat/src/main.ts'
  const compare = `${compat} ${join(repository, 'specs')} specs --changeset .changeset`
  const refused = await run(compare, folder)
  expect(refused).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`: ${change.verdict}\n`),
  })
  const [, file = '', text = ''] = /^Write this to (.*):\n\n([\s\S]*)$/m.exec(refused.stdout) ?? []
  write(file, text)
  const passed = await run(compare, folder)
  expect(passed).toMatchObject({ code: 0, stdout: expect.stringContaining(`declared by ${file}.`) })
})

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
