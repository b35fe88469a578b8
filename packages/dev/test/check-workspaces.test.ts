import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder, writeFiles } from '@partner-platform/harness'
import { beforeEach, describe, expect, it } from 'vitest'
import { findFaults } from '../src/check-workspaces.ts'
import { findWorkspaces } from '../src/workspaces.ts'

let root: string
const place = 'packages/sample'
const scripts = { typecheck: 't', test: 't', lint: 'l' }

beforeEach(() => {
  root = temporaryFolder()
  write('packages/README.md', '[sample](sample/)')
  write(`${place}/README.md`, '# sample\n')
  write('turbo.json', { boundaries: { tags: { sample: {} } } })
  write(`${place}/turbo.json`, { tags: ['sample'] })
  write(`${place}/tsconfig.json`, {})
  write(`${place}/test/contract.test.ts`, '')
  const devDependencies = { '@partner-platform/types': 'workspace:*' }
  write(`${place}/package.json`, { name: 'sample', private: true, scripts, devDependencies })
})

const write = (file: string, content: string | object) =>
  writeFiles(root, { [file]: typeof content === 'string' ? content : JSON.stringify(content) })
const faults = () => findFaults(findWorkspaces(root), root)
const remove = (file: string) => rmSync(join(root, place, file))

const withoutTag = `${place}/turbo.json needs exactly one tag: sample. Without it, no boundary is checked.`
type Row = [what: string, change: () => void, ...wanted: string[]]

describe('findFaults', () => {
  it.each<Row>([
    ['nothing in a house that is in order', () => {}],
    [
      'a missing file',
      () => remove('tsconfig.json'),
      `${place} lacks tsconfig.json: every workspace has one. Write it.`,
    ],
    ...[{}, { tags: ['other'] }, { tags: ['sample', 'sample'] }].map(
      (turbo): Row => [
        `a workspace without the one tag of its boundaries: ${JSON.stringify(turbo)}`,
        () => write(`${place}/turbo.json`, turbo),
        withoutTag,
      ],
    ),
    [
      'a missing script',
      () => write(`${place}/package.json`, { private: true, scripts: { test: 't', lint: 'l' } }),
      `${place}/package.json lacks the script "typecheck": every workspace has it. Add it.`,
    ],
    [
      'a published package that nobody finds',
      () => write(`${place}/package.json`, { name: 'sample', scripts, keywords: [], bugs: '' }),
      `${place}/package.json lacks one of keywords, homepage, bugs, repository, license: people look for them on npm. Add it.`,
    ],
    [
      'a README that is too long',
      () => write(`${place}/README.md`, 'line\n'.repeat(121)),
      `${place}/README.md has 121 lines. Cut it to at most 120.`,
    ],
    [
      'a package that the list of packages lacks',
      () => cpSync(join(root, place), join(root, 'packages/other'), { recursive: true }),
      'packages/README.md does not list other. Add a row [other](other/).',
    ],
    [
      'a link to a file that does not exist',
      () =>
        write(
          `${place}/README.md`,
          '[gone](src/gone.ts) [there](package.json#name) [web](https://a.test)',
        ),
      `${place}/README.md links to src/gone.ts, which does not exist. Correct the link.`,
    ],
    [
      'a file at the top level that the README does not list',
      () => write('scripts/build.sh', ''),
      'scripts is at the top level, but the README does not list it. Move it into a workspace.',
    ],
    [
      'what a workspace installed on demand lacks',
      () => {
        write(`${place}/rivals/package.json`, {})
        write(`${place}/rivals/pnpm-workspace.yaml`, 'pmOnFail: ignore')
      },
      `${place}/rivals/package.json has no description. Say what is installed.`,
      `${place}/rivals has no pnpm-lock.yaml. Run pnpm install in it and commit the file.`,
      `${place}/rivals/pnpm-workspace.yaml lets install scripts run. Add ignoreScripts: true.`,
    ],
    [
      'a workspace that uses the contract and has no contract test',
      () => remove('test/contract.test.ts'),
      `${place} has no test/contract.test.ts, but uses the contract. Write that test.`,
    ],
  ])('names %s', (_, change, ...wanted) => {
    change()
    expect(faults()).toEqual(wanted)
  })

  it('names files and folders that import each other, types as well', () => {
    write(`${place}/src/read/one.ts`, "import { two } from './two.ts'")
    write(`${place}/src/read/two.ts`, "import type { One } from './one.ts'")
    write(`${place}/src/read/three.ts`, "import '../show/four.ts'")
    write(`${place}/src/show/four.ts`, "export * from '../read/five.ts'")
    write(`${place}/src/read/five.ts`, '')
    const [files = '', folders = '', ...others] = faults()
    expect(others).toEqual([])
    const [one, two] = ['one', 'two'].map((name) => `${place}/src/read/${name}.ts`)
    expect(files).toMatch(
      new RegExp(
        `^Files import each other: (${one} → ${two} → ${one}|${two} → ${one} → ${two})\\. Move what both need into a third file\\.$`,
      ),
    )
    const [read, show] = [`${place}/src/read`, `${place}/src/show`]
    expect(folders).toMatch(
      new RegExp(`^Folders import each other: .*(${read} → ${show}|${show} → ${read})`),
    )
  })
})
