import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { folderWith, openapi, write } from './documents.ts'
import { commitAll, git } from './git.ts'
import { runBin, runHere } from './run-bin.ts'

const released = { 'specs/openapi.json': openapi() }
const gate = ['--last-release', '--changeset', '.changeset']

function changeset(level: string): string {
  const names = ['specs', 'types', 'validators', 'client', 'conformance', 'cli']
  const head = names.map((name) => `'@partner-platform/${name}': ${level}`).join('\n')
  return `---\n${head}\n---\n\nWhat users notice.\n`
}

/** A repository that was released once. */
function repository(tag = '@partner-platform/types@1.0.0'): string {
  const folder = folderWith({ ...released, '.changeset/README.md': 'How to.\n' })
  commitAll(folder)
  git(folder, 'tag', tag)
  return folder
}

describe('the gate against the last release', () => {
  it('says so before the first release', async () => {
    const folder = folderWith({ ...released, '.changeset/README.md': 'How to.\n' })
    commitAll(folder)
    git(folder, 'tag', 'some-other-tag')
    expect(await runHere(gate, folder)).toEqual({
      code: 0,
      stdout: 'no release yet: nothing to compare\n',
      stderr: '',
    })
  })

  it('says so in each format', async () => {
    const folder = folderWith(released)
    commitAll(folder)
    const told = async (format: string) =>
      (await runHere(['--last-release', '--format', format], folder)).stdout
    expect(JSON.parse(await told('json'))).toMatchObject({
      reportVersion: 1,
      from: null,
      to: 'specs',
      level: 'none',
      packages: { specs: 'none', client: 'none' },
      findings: [],
    })
    expect(await told('github')).toBe(
      '::notice title=contract::no release yet: nothing to compare\n',
    )
    expect(await told('markdown')).toBe('no release yet: nothing to compare\n')
  })

  it.each([
    ['0.0.0', 0, 'no release yet: nothing to compare\n'],
    ['1.0.0', 2, ''],
  ] as const)(
    'judges by the version %s of the documents without history',
    async (version, code, stdout) => {
      const files = {
        'specs/package.json': JSON.stringify({ version }),
        '.changeset/README.md': '',
      }
      const folder = folderWith({ ...released, ...files })
      expect(await runHere(gate, folder)).toMatchObject({ code, stdout })
    },
  )

  it.each(['@partner-platform/types@1.0.0', 'v1.0.0'])(
    'passes what has not changed since %s',
    async (tag) => {
      const { code, stdout } = await runHere(gate, repository(tag))
      expect(code).toBe(0)
      expect(stdout).toContain(`${tag}:specs → specs: none`)
      expect(stdout).toContain('No changeset is needed.')
    },
  )

  it('uses the tag if there is one, for any version of the documents', async () => {
    const folder = repository('@partner-platform/types@0.1.0')
    write(folder, {
      'specs/openapi.json': openapi({ fields: ['name'] }),
      'specs/package.json': JSON.stringify({ version: '0.0.0' }),
    })
    const { code, stdout } = await runHere(gate, folder)
    expect(stdout).toContain('@partner-platform/types@0.1.0:specs → specs: major')
    expect(code).toBe(1)
  })

  it('passes a break that a changeset declares, and says whom it breaks', async () => {
    const folder = repository()
    write(folder, {
      'specs/openapi.json': openapi({ fields: ['name'] }),
      '.changeset/one.md': changeset('major'),
    })
    const { code, stdout } = await runBin(gate, folder)
    expect(stdout).toContain('specs: major')
    expect(stdout).toMatch(/^major {2}\S+: caller$/m)
    expect(stdout).toContain('The break is declared by .changeset/one.md. It breaks: caller.\n')
    expect(code).toBe(0)
    const strict = await runHere([...gate, '--fail-on', 'major'], folder)
    expect(strict.code).toBe(1)
    const unasked = await runHere(['--last-release'], folder)
    expect(unasked.code).toBe(1)
  })

  it.each([
    ['no changeset', {}, 'contract-major.md'],
    ['one of minor', { 'one.md': changeset('minor') }, 'contract-major.md'],
    [
      'one that leaves out a package',
      { 'one.md': changeset('major').replace(/'@partner-platform\/cli'.*\n/, '') },
      'contract-major.md',
    ],
    [
      'another change under the same name',
      { 'contract-major.md': "---\n'@partner-platform/compat': major\n---\n\nMore.\n" },
      'contract-major-2.md',
    ],
  ])('stops a break with %s, and prints the changeset that makes it pass', async (...row) => {
    const [, changesets, name] = row
    const files = Object.entries(changesets).map(([file, text]) => [`.changeset/${file}`, text])
    const folder = repository()
    write(folder, {
      'specs/openapi.json': openapi({ fields: ['name'] }),
      ...Object.fromEntries(files),
    })
    const { code, stdout } = await runHere([...gate, '--fail-on', 'none'], folder)
    expect(stdout).toMatch(/^major {2}\S+: caller$/m)
    expect(code).toBe(1)
    const [, path = '', text = ''] = /^Write this to (.*):\n\n([\s\S]*)$/m.exec(stdout) ?? []
    expect(path).toBe(`.changeset/${name}`)
    expect(text).toMatch(
      /^---\n[\s\S]*'@partner-platform\/cli': major\n---\n\nBreaking: .*`id`.*\.\n$/,
    )
    write(folder, { [path]: text })
    expect((await runHere(gate, folder)).code).toBe(0)
  })

  it.each([
    ['none', {}, 1],
    ['one of patch', { '.changeset/one.md': changeset('patch') }, 1],
    ['one of minor', { '.changeset/one.md': changeset('minor') }, 0],
    [
      'two, the higher of minor',
      { '.changeset/a.md': changeset('minor'), '.changeset/b.md': changeset('patch') },
      0,
    ],
  ])('wants a changeset of minor for growth, and finds %s', async (_, changesets, wanted) => {
    const folder = repository()
    write(folder, { 'specs/openapi.json': openapi({ fields: ['id', 'name'] }), ...changesets })
    const { code, stdout } = await runHere(gate, folder)
    expect(stdout).toContain('specs: minor')
    expect(code).toBe(wanted)
    expect(stdout.includes('changesets fall short: @partner-platform/specs needs minor')).toBe(
      wanted === 1,
    )
  })

  it('compares two revisions from a subfolder with any work tree, and leaves nothing behind', async () => {
    const folder = repository('v1.0.0')
    write(folder, { 'specs/openapi.json': openapi({ fields: ['id', 'name'] }), 'below/x.txt': 'x' })
    git(folder, 'commit', '--all', '--quiet', '--message=grown')
    git(folder, 'tag', 'v1.1.0')
    write(folder, { 'specs/openapi.json': 'not a document' })
    const temporary = folderWith()
    vi.stubEnv('TMPDIR', temporary)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { code, stdout } = await runHere(['v1.0.0', 'v1.1.0'], join(folder, 'below'))
    expect(code).toBe(0)
    expect(stdout).toContain('v1.0.0:specs → v1.1.0:specs: minor')
    expect(readdirSync(temporary)).toEqual([])
    const notes = await runHere(['v1.0.0', 'v1.1.0', '--format', 'github'], folder)
    expect(notes.stdout).toMatch(/^::notice file=specs\/openapi\.json,line=1,title=/)
  })
})

describe('the gate of this repository', () => {
  it('is what the script check:compat runs', async () => {
    const { scripts } = (await import('../package.json', { with: { type: 'json' } })).default
    const [node, ...args] = scripts['check:compat'].split(' ')
    expect(node).toBe('node')
    const stdout = execFileSync(process.execPath, args, {
      cwd: join(import.meta.dirname, '..'),
      encoding: 'utf8',
    })
    expect(stdout).toMatch(/^no release yet|: (none|patch|minor|major)\n/)
  })
})
