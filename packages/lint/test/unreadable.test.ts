import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lint } from '../src/check/lint.ts'
import { brokenCopy, contract } from './broken-copy.ts'

const plain = 'Put a plain file that may be read in its place, or delete it.'

/** What is done to a copy, and the one problem that follows. */
const rows = [
  {
    name: 'a link to what is not there',
    file: 'schemas/old.yaml',
    breakIt: (path: string) => symlink('/no/such/file', path),
    want: { line: 1, message: 'This file cannot be read: it is a link to what is not there.' },
    fix: plain,
  },
  {
    name: 'a link to itself',
    file: 'decisions/D-099-loop.md',
    breakIt: (path: string) => symlink(path, path),
    want: { line: 1, message: 'This file cannot be read: it is a link to itself.' },
    fix: plain,
  },
  {
    name: 'a needed file that is a link to a folder',
    file: 'statements.yaml',
    breakIt: (path: string) => rm(path).then(() => symlink('schemas', path)),
    want: { line: 1, message: 'This file cannot be read: it is no file.' },
    fix: plain,
  },
  {
    name: 'Latin-1 in a schema',
    file: 'schemas/visa.yaml',
    breakIt: (path: string) => writeFile(path, 'title: Visa\ndescription: n\xe9e\n', 'latin1'),
    want: { line: 2, column: 15, message: 'This line has bytes that are no UTF-8.' },
    fix: 'Save the file as UTF-8.',
  },
  {
    name: 'half a character at the end of an example',
    file: 'examples/visa/valid/half.json',
    breakIt: (path: string) => writeFile(path, Buffer.from('{\n}\n\xe2\x82', 'latin1')),
    want: { line: 3, column: 1, message: 'This line has bytes that are no UTF-8.' },
    fix: 'Save the file as UTF-8.',
  },
]

describe('a file that cannot be read is a problem and not a failure of the check', () => {
  it.each(rows)('$name', async ({ file, breakIt, want, fix }) => {
    const folder = await brokenCopy([], 'documents')
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await breakIt(join(folder, file))
    const { problems } = await lint(folder, { known: contract })
    expect(problems).toMatchObject([
      { file, pointer: '#', rule: 'documents/unreadable', ...want, fix },
    ])
  })
})
