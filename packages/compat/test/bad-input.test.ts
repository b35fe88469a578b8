import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assertNode } from '../src/run-cli.ts'
import { asyncapi, commitAll, git, openapi, runHere, useFolders } from './set-up.ts'

const folderWith = useFolders()

/** A document whose only field has this schema. */
function withField(schema: string): string {
  return openapi().replace('"id":{"type":"string"}', `"id":${schema}`)
}

const files = {
  'good/openapi.json': openapi(),
  'good/asyncapi.json': asyncapi(),
  'old/openapi.json': openapi({ version: '3.0.3' }),
  'later/openapi.yaml': 'openapi: 4.0.0\n',
  'swagger/openapi.yaml': 'swagger: "2.0"\n',
  'later/asyncapi.json': asyncapi().replace('3.0.0', '4.0.0'),
  'broken/openapi.yaml': 'openapi: 3.1.0\ninfo: {\n',
  'dangling/openapi.json': openapi().replace(
    '{"type":"object"',
    '{"$ref":"./nowhere.yaml","type":"object"',
  ),
  'list/openapi.yaml': '- openapi\n',
  'blank/openapi.yaml': '',
  'wide/openapi.json': Buffer.from(`\ufeff${openapi()}`, 'utf16le'),
  'bytes/openapi.json': Buffer.from(openapi({ note: 'é' }), 'latin1'),
  'deep/openapi.json': withField(`${'{"items":'.repeat(480)}{}${'}'.repeat(480)}`),
  'strong/openapi.json': withField('{"type":"strong"}'),
  'pattern/openapi.json': withField('{"type":"string","pattern":"("}'),
  'refless/openapi.json': withField('{"$ref":""}'),
  'prototype/openapi.json': withField('{"patternProperties":{"__proto__":{}}}'),
  'both/openapi.json': openapi(),
  'both/openapi.yaml': openapi(),
  'empty/README.md': 'Nothing here.\n',
  'folder/openapi.json/file.txt': 'x',
  'changes/bad.md': 'no head\n',
}

/** One line on standard error, nothing else, and exit code 2. */
async function expectRefusal(args: string[], folder: string, code: string) {
  const ended = await runHere(args, folder)
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toMatch(new RegExp(`^contract-compat: [^\\n]+ \\[${code}\\]\\n$`))
  return ended.stderr
}

describe('what cannot be compared is one line and exit code 2', () => {
  const folder = folderWith(files)
  const repository = folderWith({ 'other/file.txt': 'x', 'now/openapi.json': openapi() })
  commitAll(repository)

  it.each([
    ['no side at all', [], 'usage'],
    ['three sides', ['good', 'good', 'good'], 'usage'],
    ['an unknown option', ['good', '--nonsense'], 'usage'],
    ['an unknown format', ['good', '--format', 'pdf'], 'usage'],
    ['an unknown level', ['good', '--fail-on', 'epic'], 'usage'],
    ['a path that is not there', ['nowhere', 'good'], 'side-missing'],
    ['an empty name', ['', 'good'], 'side-missing'],
    ['an empty folder', ['good', 'empty'], 'side-empty'],
    ['YAML that does not parse', ['broken', 'good'], 'document-invalid'],
    ['a reference to nothing', ['good', 'dangling'], 'document-invalid'],
    ['UTF-16', ['good', 'wide'], 'document-invalid'],
    ['text in another encoding than UTF-8', ['good', 'bytes'], 'document-invalid'],
    ['a schema that nests too deeply', ['deep', 'good'], 'document-invalid'],
    ['an unknown type', ['good', 'strong'], 'document-invalid'],
    ['a pattern that is none', ['good', 'pattern'], 'document-invalid'],
    ['an empty reference', ['good', 'refless'], 'document-invalid'],
    ['a pattern that is the prototype', ['good', 'prototype'], 'document-invalid'],
    ['a folder as a document', ['good', 'folder'], 'document-invalid'],
    ['a list', ['list', 'good'], 'not-a-document'],
    ['an empty file', ['good', 'blank'], 'not-a-document'],
    ['Swagger 2.0', ['swagger', 'good'], 'not-a-document'],
    ['a text file', ['good/openapi.json', 'empty/README.md'], 'not-a-document'],
    ['two documents of one kind', ['both', 'good'], 'not-a-document'],
    ['OpenAPI 4', ['good', 'later/openapi.yaml'], 'version-unsupported'],
    ['AsyncAPI 4', ['later/asyncapi.json', 'good'], 'version-unsupported'],
    ['OpenAPI 3.0 beside 3.1', ['old/openapi.json', 'good'], 'versions-differ'],
    ['documents of two kinds', ['good/openapi.json', 'good/asyncapi.json'], 'kinds-differ'],
    ['a last release without a repository', ['--last-release'], 'no-repository'],
    [
      'a changeset without a head',
      ['good', 'good', '--changeset', 'changes'],
      'changeset-unreadable',
    ],
    ['no folder of changesets', ['good', 'good', '--changeset', 'nowhere'], 'changeset-unreadable'],
  ])('%s', async (_, args, code) => {
    await expectRefusal(args, folder, code)
  })

  it.each([
    ['a revision that does not exist', ['v9.9.9', 'now'], 'side-missing'],
    ['a revision that looks like an option of git', ['@{-1}', 'now'], 'side-missing'],
    ['a revision without the folder', ['HEAD', 'now'], 'side-empty'],
    ['no documents before the first release', ['--last-release', 'nowhere'], 'side-missing'],
    [
      'no changesets before the first release',
      ['--last-release', '--changeset', 'nowhere'],
      'changeset-unreadable',
    ],
  ])('%s', async (_, args, code) => {
    await expectRefusal(args, repository, code)
  })

  it('a version of Node before 22.12', () => {
    for (const version of ['20.20.2', '22.9.0'])
      expect(() => assertNode(version)).toThrow(
        `Node ${version} is too old. Use Node 22.12 or later.`,
      )
    for (const version of ['22.12.0', '26.10.0']) assertNode(version)
  })

  it('a pipe, which is not waited for', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.json')])
    const stderr = await expectRefusal(['good', 'pipe.json'], folder, 'document-invalid')
    expect(stderr).toContain(
      'pipe.json is not a readable document. Correct it: it is not a regular file',
    )
  })

  it('a shallow clone, which cannot say that there was no release', async () => {
    const origin = folderWith({ 'specs/openapi.json': openapi() })
    commitAll(origin)
    git(origin, 'tag', 'v1.0.0')
    git(origin, 'commit', '--allow-empty', '--quiet', '--message=later')
    const clone = folderWith()
    git(clone, 'clone', '--quiet', '--depth=1', '--no-tags', `file://${origin}`, 'shallow')
    await expectRefusal(['--last-release'], join(clone, 'shallow'), 'history-missing')
  })

  it('a name with control characters, which reaches the terminal escaped', async () => {
    const stderr = await expectRefusal(['\u001b[31mred', 'good'], folder, 'side-missing')
    expect(stderr).toContain('\\u{1b}[31mred')
    expect(stderr).not.toContain('\u001b')
  })
})
