import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../src/cli.ts'
import { writeDocuments } from './write-documents.ts'

const API = `openapi: 3.1.0
info: { title: T, version: "1" }
paths: { /a: { get: { operationId: getA, responses: { 200: { content: { application/json: { schema: { type: string } } } } } } } }
`
const EMIT = ['--emit', 'types,constants']

async function run(cwd: string, ...args: string[]) {
  let stdout = ''
  let stderr = ''
  const code = await runCli(args, {
    cwd,
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
  })
  return { code, stdout, stderr }
}

const usage: Record<string, { args: string[]; want: string }> = {
  'an unknown command': {
    args: ['build'],
    want: "the command is wrong: expected generate or check, received 'build'.",
  },
  'no command': {
    args: ['--out', 'x'],
    want: 'the command is wrong: expected generate or check, received none.',
  },
  'an unknown flag': { args: ['generate', '--colour'], want: "Unknown option '--colour'." },
  'a flag without its value': {
    args: ['generate', '--out'],
    want: "Option '--out <value>' argument missing.",
  },
  'a stray argument': {
    args: ['generate', 'a.yaml', '--out', 'x'],
    want: "the argument 'a.yaml' is not expected. Put --openapi or --asyncapi before it.",
  },
  'no document': {
    args: ['generate', '--out', 'x'],
    want: 'no document is named: expected --openapi FILE or --asyncapi FILE.',
  },
  'no folder': {
    args: ['generate', '--openapi', 'openapi.yaml'],
    want: 'no output folder is named: expected --out DIR.',
  },
  'an unknown emitter': {
    args: ['generate', '--openapi', 'openapi.yaml', '--out', 'x', '--emit', 'types,zod'],
    want: "--emit is wrong: expected types, constants, validators, guards, fingerprint, received 'zod'.",
  },
  'an unknown part to leave out': {
    args: ['generate', '--openapi', 'openapi.yaml', '--out', 'x', '--omit', 'readers,sent'],
    want: "--omit is wrong: expected headers, readers, received 'sent'.",
  },
  'validators without types': {
    args: ['generate', '--openapi', 'openapi.yaml', '--out', 'x', '--emit', 'validators'],
    want: 'validators and guards import types: expected types in --emit, or --types-module NAME.',
  },
  'a missing file': {
    args: ['generate', '--openapi', 'none.yaml', '--out', 'x'],
    want: 'none.yaml: no such file: CWD/none.yaml. Correct the path, or use an absolute path.',
  },
  'a file below a file': {
    args: ['generate', '--openapi', 'openapi.yaml/x.yaml', '--out', 'x'],
    want: 'openapi.yaml/x.yaml: no such file: CWD/openapi.yaml/x.yaml. Correct the path, or use an absolute path.',
  },
  'a document without a name': {
    args: ['generate', '--openapi', '', '--out', 'x'],
    want: 'no document is named: expected --openapi FILE or --asyncapi FILE.',
  },
  'a file for a folder': {
    args: ['generate', '--openapi', 'openapi.yaml', '--out', 'openapi.yaml'],
    want: 'openapi.yaml: expected a folder, received a file. Name another --out.',
  },
  'a folder below a file': {
    args: ['generate', '--openapi', 'openapi.yaml', '--out', 'openapi.yaml/x/y'],
    want: 'openapi.yaml/x/y: expected a folder, received a path through a file. Name another --out.',
  },
  'a types module without a name': {
    args: ['generate', '--openapi', 'openapi.yaml', '--out', 'x', '--types-module', ''],
    want: '--types-module is wrong: expected the name of a module, received an empty text.',
  },
  'an option given twice': {
    args: ['generate', '--openapi', 'openapi.yaml', '--out', 'x', '--out=y'],
    want: '--out is given 2 times: expected once. Keep one of them.',
  },
  'a folder for a file': {
    args: ['generate', '--openapi', '.', '--out', 'x'],
    want: '.: expected a file, received a folder. Name the document in it.',
  },
}

test.each(Object.entries(usage))('%s is one line and exit 2', async (_, { args, want }) => {
  const cwd = writeDocuments({ 'openapi.yaml': API })
  expect(await run(cwd, ...args)).toEqual({
    code: 2,
    stdout: '',
    stderr: `contract-codegen: ${want.replace('CWD', cwd)} See contract-codegen --help.\n`,
  })
  expect(readdirSync(cwd)).toEqual(['openapi.yaml'])
})

test('problems of documents are exit 1, one line each, and nothing is written', async () => {
  const cwd = writeDocuments({
    'openapi.yaml': `${API}components: { schemas: { A: { $ref: '#/none' } } }\n`,
  })
  const result = await run(cwd, 'generate', '--openapi', 'openapi.yaml', '--out', 'out')
  expect(result).toEqual({
    code: 1,
    stdout: '',
    stderr:
      "openapi.yaml:4:31 /components/schemas/A/$ref: the $ref '#/none' points at nothing. Correct it, or add what it names.\n",
  })
  expect(readdirSync(cwd)).toEqual(['openapi.yaml'])
})

test('a keyword that validators cannot carry names its line', async () => {
  const cwd = writeDocuments({
    'openapi.yaml': `${API}components:\n  schemas:\n    A:\n      typ: string\n`,
  })
  const { code, stderr } = await run(cwd, 'generate', '--openapi', 'openapi.yaml', '--out', 'out')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^openapi\.yaml:7:7 \/components\/schemas\/A\/typ: /)
  expect(readdirSync(cwd)).toEqual(['openapi.yaml'])
})

test('what validators carry in part is a note, not an error', async () => {
  const cwd = writeDocuments({
    'openapi.yaml': `${API}components:\n  schemas:\n    A:\n      type: string\n      format: shoe-size\n`,
  })
  const { code, stderr } = await run(cwd, 'generate', '--openapi', 'openapi.yaml', '--out', 'out')
  expect(code).toBe(0)
  expect(stderr).toMatch(
    /^note: openapi\.yaml:8:7 \/components\/schemas\/A\/format: format shoe-size /,
  )
})

test('generate writes, and check tells what is stale, edited, missing or extra', async () => {
  const cwd = writeDocuments({ 'openapi.yaml': API })
  const documents = ['--openapi', 'openapi.yaml', '--out', 'out', ...EMIT]
  expect(await run(cwd, 'check', ...documents)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('out/types.ts is missing: run npx pnpm@12 generate.\n'),
  })
  expect(await run(cwd, 'generate', ...documents)).toEqual({
    code: 0,
    stdout: 'out: 4 files, 4 changed\n',
    stderr: '',
  })
  expect(await run(cwd, 'check', ...documents)).toEqual({
    code: 0,
    stdout: 'out: 4 files, all up to date\n',
    stderr: '',
  })

  writeFileSync(join(cwd, 'openapi.yaml'), API.replace('type: string', 'type: number'))
  expect(await run(cwd, 'check', ...documents)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'out/openapi.ts is stale: run npx pnpm@12 generate.\n',
  })

  const onlyConstants = documents.with(-1, 'constants')
  expect((await run(cwd, 'check', ...onlyConstants)).stderr).toContain(
    'out/openapi.ts is extra: generation does not write it. Delete it.\n',
  )

  writeFileSync(join(cwd, 'openapi.yaml'), API)
  writeFileSync(join(cwd, 'out/types.ts'), `${readFileSync(join(cwd, 'out/types.ts'))}// mine\n`)
  writeFileSync(join(cwd, 'out/mine.ts'), 'export {}\n')
  expect((await run(cwd, 'check', ...documents)).stderr.split('\n')).toEqual([
    'out/mine.ts is extra: generation does not write it. Delete it.',
    'out/types.ts was edited by hand: make the change in the documents, then run npx pnpm@12 generate.',
    '',
  ])
})

test('generate removes what it wrote before and leaves the files of others alone', async () => {
  const cwd = writeDocuments({ 'openapi.yaml': API, 'out/mine.ts': 'export {}\n' })
  mkdirSync(join(cwd, 'out/types.d'))
  const documents = ['--openapi', 'openapi.yaml', '--out', 'out']
  await run(cwd, 'generate', ...documents, '--emit', 'types')
  expect(readdirSync(join(cwd, 'out')).toSorted()).toEqual([
    'index.ts',
    'mine.ts',
    'openapi.ts',
    'types.d',
    'types.ts',
  ])
  await run(cwd, 'generate', ...documents, '--emit', 'constants')
  expect(readdirSync(join(cwd, 'out')).toSorted()).toEqual([
    'constants.ts',
    'index.ts',
    'mine.ts',
    'types.d',
  ])
  expect(readFileSync(join(cwd, 'out/mine.ts'), 'utf8')).toBe('export {}\n')
})

test('a file of another that is in the way is told, and left alone', async () => {
  const cwd = writeDocuments({ 'openapi.yaml': API, 'out/index.ts': 'export {}\n' })
  const documents = ['--openapi', 'openapi.yaml', '--out', 'out', ...EMIT]
  const want =
    'out/index.ts was not generated and is in the way. Delete it and run npx pnpm@12 generate, or name another folder.\n'
  expect(await run(cwd, 'check', ...documents)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(want),
  })
  expect(await run(cwd, 'generate', ...documents)).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(want),
  })
  expect(readdirSync(join(cwd, 'out'))).toEqual(['index.ts'])
})

test('a folder in the place of a file is told, and nothing is written', async () => {
  const cwd = writeDocuments({ 'openapi.yaml': API })
  mkdirSync(join(cwd, 'out/types.ts'), { recursive: true })
  const documents = ['--openapi', 'openapi.yaml', '--out', 'out']
  const want =
    'out/types.ts was not generated and is in the way. Delete it and run npx pnpm@12 generate, or name another folder.\n'
  expect((await run(cwd, 'check', ...documents)).stderr).toContain(want)
  expect(await run(cwd, 'generate', ...documents)).toEqual({
    code: 1,
    stdout: '',
    stderr: `contract-codegen: ${join(cwd, want)}`,
  })
  expect(readdirSync(join(cwd, 'out'))).toEqual(['types.ts'])
})

test('a types module of any name is quoted where it is imported', async () => {
  const cwd = writeDocuments({
    'openapi.yaml': `${API}components: { schemas: { A: { properties: { k: {}, a: {} }, if: { required: [k], properties: { k: { const: x } } }, then: { required: [a] } } } }`,
  })
  const documents = ['--openapi', 'openapi.yaml', '--out', 'out', '--types-module', './it\'s"\\.ts']
  expect(await run(cwd, 'generate', ...documents)).toMatchObject({ code: 0 })
  for (const file of ['parsers.ts', 'guards.ts']) {
    expect(readFileSync(join(cwd, 'out', file), 'utf8')).toContain(
      `import type * as t from './it\\'s"\\\\.ts'\n`,
    )
  }
})

test('several files follow one flag', async () => {
  const cwd = writeDocuments({
    'a.yaml': API,
    'b.yaml': API.replace('/a:', '/b:').replace('getA', 'getB'),
  })
  expect(
    await run(cwd, 'generate', '--openapi', 'a.yaml', 'b.yaml', '--out', 'out', ...EMIT),
  ).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(join(cwd, 'out/constants.ts'), 'utf8')).toMatch(/getA: [\s\S]*getB: /)
})

test('--help and --version answer on standard output', async () => {
  expect(await run('.', '--help')).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('contract-codegen generate'),
  })
  expect(await run('.', '--version')).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  })
})
