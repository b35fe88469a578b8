import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeFiles } from '@partner-platform/harness'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { commitAll, git, openapi, runHere, useFolders } from './set-up.ts'

const folderWith = useFolders()

const released = { 'specs/openapi.json': openapi(), '.changeset/README.md': 'How to.\n' }
const broken = { 'specs/openapi.json': openapi({ fields: ['name'] }) }
const grown = { 'specs/openapi.json': openapi({ fields: ['id', 'name'] }) }
const gate = ['--last-release', '--changeset', '.changeset']
const noRelease = 'no release yet: nothing to compare\n'

function changeset(level: string): string {
  const names = ['specs', 'fixtures', 'types', 'validators', 'client', 'conformance', 'cli']
  const head = names.map((name) => `'@partner-platform/${name}': ${level}`).join('\n')
  return `---\n${head}\n---\n\nWhat users notice.\n`
}

/** A repository with a tag at its commit, and changes after it. */
function repository(tag = '@partner-platform/types@1.0.0', changes = {}): string {
  const folder = folderWith(released)
  commitAll(folder)
  git(folder, 'tag', tag)
  writeFiles(folder, changes)
  return folder
}

describe('the gate against the last release', () => {
  it('says in each format that there is no release', async () => {
    const folder = repository('some-other-tag')
    expect(await runHere(gate, folder)).toEqual({ code: 0, stdout: noRelease, stderr: '' })
    const told = async (format: string) =>
      (await runHere(['--last-release', '--format', format], folder)).stdout
    expect(JSON.parse(await told('json'))).toMatchObject({
      reportVersion: 1,
      from: null,
      to: 'specs',
      level: 'none',
      findings: [],
      packages: { specs: 'none', client: 'none' },
    })
    expect(await told('github')).toBe(`::notice title=contract::${noRelease}`)
    expect(await told('markdown')).toBe(noRelease)
  })

  it.each([
    ['0.0.0', 0, noRelease],
    ['1.0.0', 2, ''],
  ])('judges by the version %s of the documents without history', async (version, code, stdout) => {
    const folder = folderWith({ ...released, 'specs/package.json': JSON.stringify({ version }) })
    expect(await runHere(gate, folder)).toMatchObject({ code, stdout })
  })

  it.each(['@partner-platform/types@1.0.0', 'v1.0.0'])('finds no change since %s', async (tag) => {
    const { code, stdout } = await runHere(gate, repository(tag))
    expect(stdout).toContain(`${tag}:specs → specs: none`)
    expect(stdout).toContain('No changeset is needed.')
    expect(code).toBe(0)
  })

  it('passes a break that a changeset declares, unless --fail-on is set, whatever the version', async () => {
    const folder = repository('@partner-platform/types@0.1.0', {
      ...broken,
      '.changeset/one.md': changeset('major'),
      'specs/package.json': JSON.stringify({ version: '0.0.0' }),
    })
    const { code, stdout } = await runHere(gate, folder)
    expect(stdout).toContain('@partner-platform/types@0.1.0:specs → specs: major')
    expect(stdout).toMatch(/^major {2}\S+: caller$/m)
    expect(stdout).toContain('The break is declared by .changeset/one.md. Affected: caller.\n')
    expect(code).toBe(0)
    expect((await runHere([...gate, '--fail-on', 'major'], folder)).code).toBe(1)
    expect((await runHere(['--last-release'], folder)).code).toBe(1)
  })

  const major = 'contract-major.md'
  it.each([
    ['one without a package', { 'one.md': changeset('major').replace(/'@.*cli'.*\n/, '') }, major],
    [
      'another change under the same name',
      { [major]: "---\n'@partner-platform/compat': major\n---\n\nMore.\n" },
      'contract-major-2.md',
    ],
  ])('stops a break with %s, and prints the changeset that makes it pass', async (...row) => {
    const [, changesets, name] = row
    const files = Object.entries(changesets).map(([file, text]) => [`.changeset/${file}`, text])
    const folder = repository(undefined, { ...broken, ...Object.fromEntries(files) })
    const { code, stdout } = await runHere([...gate, '--fail-on', 'none'], folder)
    expect(code).toBe(1)
    const [, path = '', text = ''] = /^Write this to (.*):\n\n([\s\S]*)$/m.exec(stdout) ?? []
    expect(path).toBe(`.changeset/${name}`)
    expect(text).toMatch(
      /^---\n[\s\S]*'@partner-platform\/cli': major\n---\n\nBreaking: .*`id`.*\.\n$/,
    )
    writeFiles(folder, { [path]: text })
    expect((await runHere(gate, folder)).code).toBe(0)
  })

  const isShort = 'changesets fall short: @partner-platform/specs needs minor'
  it.each([
    ['one patch', { 'a.md': 'patch' }, 1, isShort],
    ['two, the higher minor', { 'a.md': 'patch', 'b.md': 'minor' }, 0, 'by .changeset/b.md.'],
    ['one major', { 'a.md': 'major' }, 0, 'The change is declared by .changeset/a.md.'],
  ])('growth needs a minor changeset, and the gate finds %s', async (_, levels, wanted, says) => {
    const changesets = Object.entries(levels).map(([file, level]) => {
      return [`.changeset/${file}`, changeset(level)]
    })
    const folder = repository('v1.0.0', { ...grown, ...Object.fromEntries(changesets) })
    const { code, stdout } = await runHere(gate, folder)
    expect(stdout).toContain('specs: minor')
    expect(stdout).toContain(says)
    expect(code).toBe(wanted)
  })

  it('compares two revisions from a subfolder with any work tree, and leaves nothing behind', async () => {
    const folder = repository('v1.0.0', { ...grown, 'below/x.txt': 'x' })
    git(folder, 'commit', '--all', '--quiet', '--message=grown')
    git(folder, 'tag', 'v1.1.0')
    writeFiles(folder, { 'specs/openapi.json': 'not a document' })
    const temporary = folderWith()
    vi.stubEnv('TMPDIR', temporary)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { code, stdout } = await runHere(['v1.0.0', 'v1.1.0'], join(folder, 'below'))
    expect(stdout).toContain('v1.0.0:specs → v1.1.0:specs: minor')
    expect(code).toBe(0)
    expect(readdirSync(temporary)).toEqual([])
    const notes = await runHere(['v1.0.0', 'v1.1.0', '--format', 'github'], folder)
    expect(notes.stdout).toMatch(/^::notice file=specs\/openapi\.json,line=1,title=/)
  })
})
