import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { GeneratedFile } from '../../src/model.ts'
import { compareFiles, markGenerated, writeFiles } from '../../src/output/write-files.ts'
import { writeDocuments } from '../write-documents.ts'

const file = (path: string, content: string) =>
  markGenerated({ path, content }, { sources: ['a.yaml'], command: 'npx make' })
const FILES = [file('a.ts', 'export const a = 1\n'), file('b.ts', 'export const b = 2\n')]

/** The texts of the files in a folder, by name. */
function contentsOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).toSorted()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

const obstacles: [string, (path: string) => unknown][] = [
  ['a folder', (path) => mkdirSync(path)],
  ['a symbolic link', (path) => symlinkSync('elsewhere.ts', path)],
  ['a socket', listen],
]

test.each(obstacles)('%s in the way is reported before anything is written', async (_, put) => {
  const folder = writeDocuments({})
  await put(join(folder, 'b.ts'))
  expect(compareFiles(FILES, folder)).toEqual([
    { path: 'a.ts', kind: 'missing' },
    { path: 'b.ts', kind: 'foreign' },
  ])
  expect(() => writeFiles(FILES, folder)).toThrow(
    `${join(folder, 'b.ts')} was not generated and is in the way. Delete it, or name another folder.`,
  )
  expect(readdirSync(folder)).toEqual(['b.ts'])
})

/** What is neither a file, a folder nor a link. */
async function listen(path: string): Promise<void> {
  const server = createServer().listen(path)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
}

test('a rename that fails leaves every file as it was', () => {
  const before = {
    'a.ts': file('a.ts', 'export const a = 0\n').content,
    'extra.ts': file('extra.ts', 'export {}\n').content,
    'mine.ts': 'export {}\n',
  }
  const folder = writeDocuments(before)
  // A file of this name is written beside its place, but can never be renamed into it.
  const unwritable: GeneratedFile = { path: '.', content: '' }
  expect(() => writeFiles([...FILES, unwritable], folder)).toThrow(`Cannot write to ${folder} (`)
  expect(contentsOf(folder)).toEqual(before)
})

const edits: [string, (content: string) => string][] = [
  ['a licence above the header', (content) => `// Copyright\n// 2025\n${content}`],
  ['a conflict marker above the header', (content) => `<<<<<<< HEAD\n${content}>>>>>>> other\n`],
  ['its header taken away', (content) => content.slice(content.indexOf('\n') + 1)],
  [
    'its header replaced by a licence',
    (content) => `// Copyright\n\n${content.slice(content.indexOf('\n') + 1)}`,
  ],
]

test.each(edits)('a generated file with %s was edited, and is written anew', (_, edit) => {
  const folder = writeDocuments({})
  writeFiles(FILES, folder)
  writeFileSync(join(folder, 'a.ts'), edit(FILES[0]?.content ?? ''))
  expect(writeFiles(FILES, folder)).toEqual([{ path: 'a.ts', kind: 'edited' }])
  expect(contentsOf(folder)).toEqual(Object.fromEntries(FILES.map((f) => [f.path, f.content])))
})

test('a file that ends as ours does after code of its own is not taken for ours', () => {
  const folder = writeDocuments({ 'a.ts': `export const mine = 1\nexport {}\n` })
  const files = [file('a.ts', 'export {}\n')]
  expect(compareFiles(files, folder)).toEqual([{ path: 'a.ts', kind: 'foreign' }])
})

test('a file that only speaks of generating, and one that is no longer wanted, are not taken for ours', () => {
  const mark = FILES[0]?.content.split('\n')[0]
  const before = { 'a.ts': `${'// Mine\n'.repeat(40)}${mark}\n`, 'notes.md': `# Notes\n${mark}\n` }
  const folder = writeDocuments(before)
  expect(compareFiles(FILES, folder)).toEqual([
    { path: 'a.ts', kind: 'foreign' },
    { path: 'b.ts', kind: 'missing' },
  ])
  expect(() => writeFiles(FILES, folder)).toThrow('was not generated and is in the way')
  expect(contentsOf(folder)).toEqual(before)
})

test.each(['/proc/contract-codegen/out', '/dev/null/out'])(
  'a folder that cannot be made, %s, is one line that says what to do',
  (folder) => {
    expect(() => writeFiles(FILES, folder)).toThrow(
      /^Cannot (write to|read) \/(proc|dev)\/\S+ \([A-Z]+\)\. Change its permissions, or choose another folder\.$/,
    )
    expect(existsSync(folder)).toBe(false)
  },
)
