import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFaults } from '../src/find-faults.ts'
import { findWorkspaces } from '../src/workspaces.ts'

let root: string
const place = 'packages/sample'

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'house-'))
  write('packages/README.md', '[sample](sample/)')
  write(`${place}/README.md`, '# sample\n')
  write('turbo.json', JSON.stringify({ boundaries: { tags: { sample: {} } } }))
  write(`${place}/turbo.json`, JSON.stringify({ tags: ['sample'] }))
  write(`${place}/tsconfig.json`, '{}')
  write(`${place}/test/contract.test.ts`, '')
  write(
    `${place}/package.json`,
    JSON.stringify({
      name: 'sample',
      scripts: { typecheck: 't', test: 't', lint: 'l' },
      devDependencies: { '@partner-platform/types': 'workspace:*' },
    }),
  )
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text: string) {
  mkdirSync(join(root, file, '..'), { recursive: true })
  writeFileSync(join(root, file), text)
}
const faults = () => findFaults(findWorkspaces(root), root)

describe('findFaults', () => {
  it('finds nothing in a house that is in order', () => {
    expect(faults()).toEqual([])
  })

  it.each(['README.md', 'tsconfig.json'])('names a missing %s', (file) => {
    rmSync(join(root, place, file))
    expect(faults()).toEqual([`${place} lacks ${file}: every workspace has one. Write it.`])
  })

  it.each([{}, { tags: [] }, { tags: ['other'] }, { tags: ['sample', 'sample'] }])(
    'names a workspace without the one tag that boundaries know it by: %j',
    (turbo) => {
      write(`${place}/turbo.json`, JSON.stringify(turbo))
      expect(faults()).toEqual([
        `${place}/turbo.json lacks its tag: expected exactly one of sample. Add it, so that the boundaries hold.`,
      ])
    },
  )

  it('names a missing script', () => {
    write(
      `${place}/package.json`,
      JSON.stringify({ name: 'sample', scripts: { test: 't', lint: 'l' } }),
    )
    expect(faults()).toEqual([
      `${place}/package.json lacks the script "typecheck": every workspace has it. Add it.`,
    ])
  })

  it('names a README that is too long', () => {
    write(`${place}/README.md`, 'line\n'.repeat(121))
    expect(faults()).toEqual([
      `${place}/README.md is too long: expected at most 120 lines, received 121. Cut it.`,
    ])
  })

  it('names a package that the list of packages lacks', () => {
    cpSync(join(root, place), join(root, 'packages/other'), { recursive: true })
    expect(faults()).toEqual([
      'packages/README.md does not list other: expected a row [other](other/). Add it.',
    ])
  })

  it('names a link to a file that does not exist', () => {
    write(
      `${place}/README.md`,
      '[gone](src/gone.ts) [there](package.json#name) [web](https://a.test)',
    )
    expect(faults()).toEqual([
      `${place}/README.md links to src/gone.ts, which does not exist. Correct the link.`,
    ])
  })

  it('names what stands at the top level beside the rooms of the house', () => {
    write('scripts/build.sh', '')
    expect(faults()).toEqual([
      'scripts stands at the top level: expected only what the README lists. Move it into a workspace.',
    ])
  })

  it('names what a workspace installed on demand lacks', () => {
    write(`${place}/rivals/package.json`, '{}')
    write(`${place}/rivals/pnpm-workspace.yaml`, 'pmOnFail: ignore')
    expect(faults()).toEqual([
      `${place}/rivals/package.json has no description. Say what is installed.`,
      `${place}/rivals has no pnpm-lock.yaml. Run pnpm install in it and commit the file.`,
      `${place}/rivals/pnpm-workspace.yaml lets install scripts run. Add ignoreScripts: true.`,
    ])
  })

  it('names files and rooms that import each other, types as well', () => {
    write(`${place}/src/read/one.ts`, "import { two } from './two.ts'")
    write(`${place}/src/read/two.ts`, "import type { One } from './one.ts'")
    write(`${place}/src/read/three.ts`, "import '../show/four.ts'")
    write(`${place}/src/show/four.ts`, "export * from '../read/five.ts'")
    write(`${place}/src/read/five.ts`, '')
    const [one, two] = [`${place}/src/read/one.ts`, `${place}/src/read/two.ts`]
    const [read, show] = [`${place}/src/read`, `${place}/src/show`]
    expect(faults()).toEqual([
      expect.stringMatching(/^Files import each other: .*\. Move what both need into a third\.$/),
      expect.stringMatching(/^Rooms import each other: /),
    ])
    expect(
      faults()[0]
        ?.split(/: |\. | → /)
        .slice(1, -1),
    ).toEqual(expect.arrayContaining([one, two]))
    expect(faults()[1]).toMatch(new RegExp(`(${read} → ${show}|${show} → ${read})`))
  })

  it('names a workspace that uses the contract and has no contract test', () => {
    rmSync(join(root, place, 'test/contract.test.ts'))
    expect(faults()).toEqual([
      `${place} has no test/contract.test.ts, but uses the contract. Write it.`,
    ])
  })
})
