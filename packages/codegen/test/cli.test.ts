import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../src/cli.ts'
import { rowsOf } from './rows-of.ts'
import { writeDocuments } from './write-documents.ts'

const API = `openapi: 3.1.0
info: { title: T, version: "1" }
paths: { /a: { get: { operationId: getA, responses: { 200: { content: { application/json: { schema: { type: string } } } } } } } }
`
const EMIT = ['--emit', 'types,constants']

async function run(cwd: string, ...args: string[]) {
  const said = { stdout: '', stderr: '' }
  const write = (stream: keyof typeof said) => (text: string) => {
    said[stream] += text
  }
  const code = await runCli(args, { cwd, stdout: write('stdout'), stderr: write('stderr') })
  return { code, ...said }
}

/** What is wrong, the command line and the message. `…` stands for `--openapi openapi.yaml --out x`. */
const usage = rowsOf(`
an unknown command | build | the command must be generate or check, not 'build'.
no command | --out x | no command is given. Use generate or check.
an unknown flag | generate --colour | Unknown option '--colour'.
a flag without its value | generate --out | Option '--out <value>' argument missing.
a stray argument | generate a.yaml --out x | unexpected argument 'a.yaml'. Put --openapi or --asyncapi before it.
no document | generate --out x | no document is named. Pass --openapi FILE or --asyncapi FILE.
no folder | generate --openapi openapi.yaml | no output folder is named. Pass --out DIR.
an unknown emitter | generate … --emit types,zod | --emit contains the unknown name 'zod'. Use types, constants, validators, guards, http, fingerprint.
an unknown part to leave out | generate … --omit readers,sent | --omit contains the unknown name 'sent'. Use headers, readers.
validators without types | generate … --emit validators | validators and guards import types. Add types to --emit, or pass --types-module NAME.
a missing file | generate --openapi none.yaml --out x | none.yaml: no such file: CWD/none.yaml. Correct the path, or use an absolute path.
a file below a file | generate --openapi openapi.yaml/x.yaml --out x | openapi.yaml/x.yaml: no such file: CWD/openapi.yaml/x.yaml. Correct the path, or use an absolute path.
a document without a name | generate --openapi '' --out x | no document is named. Pass --openapi FILE or --asyncapi FILE.
a file for a folder | generate --openapi openapi.yaml --out openapi.yaml | openapi.yaml is a file, not a folder. Pass another folder with --out.
a folder below a file | generate --openapi openapi.yaml --out openapi.yaml/x/y | openapi.yaml/x/y is inside a file, not a folder. Pass another folder with --out.
http without its parts | generate … --emit http,types | http uses the types, constants, validators and readers. Add the first three to --emit, and do not omit readers.
a types module without a name | generate … --types-module '' | --types-module is empty. Pass the name of a module.
an option given twice | generate … --out=y | --out is given 2 times. Keep one of them.
a remote without an address | generate … --remote vendor | --remote 'vendor' is invalid. Write an address and a folder, such as https://example.com/=./vendor.
a remote that begins with the folder | generate … --remote vendor=https://example.com/ | --remote 'vendor=https://example.com/' is invalid. Write an address and a folder, such as https://example.com/=./vendor.
a remote without a folder | generate … --remote https://example.com/= | --remote 'https://example.com/=' is invalid. Write an address and a folder, such as https://example.com/=./vendor.
a folder for a file | generate --openapi . --out x | . is a folder. Name the document in it.
`)

test.each(usage)('exits with 2 and one line: %s', async (_, line = '', want = '') => {
  const cwd = writeDocuments({ 'openapi.yaml': API })
  const args = line.replace('…', '--openapi openapi.yaml --out x').split(' ')
  expect(await run(cwd, ...args.map((arg) => (arg === "''" ? '' : arg)))).toEqual({
    code: 2,
    stdout: '',
    stderr: `contract-codegen: ${want.replace('CWD', cwd)} See contract-codegen --help.\n`,
  })
  expect(readdirSync(cwd)).toEqual(['openapi.yaml'])
})

const documents = ['--openapi', 'openapi.yaml', '--out', 'out']

test('a problem of the documents is exit 1 and one line, and nothing is written', async () => {
  const wrong = 'components: { schemas: { A: { typ: string } } }\n'
  const cwd = writeDocuments({ 'openapi.yaml': API + wrong })
  expect(await run(cwd, 'generate', ...documents)).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^openapi\.yaml:4:31 \/components\/schemas\/A\/typ: .*\n$/),
  })
  expect(readdirSync(cwd)).toEqual(['openapi.yaml'])
})

test('what validators carry in part is a note, not an error', async () => {
  const validators = ['--emit', 'validators', '--types-module', 'types']
  const cwd = writeDocuments({
    'openapi.yaml': `${API}components: { schemas: { A: { type: string, format: shoe-size } } }\n`,
  })
  const { code, stderr } = await run(cwd, 'generate', ...documents, ...validators)
  expect(code).toBe(0)
  expect(stderr).toMatch(
    /^note: openapi\.yaml:4:45 \/components\/schemas\/A\/format: format shoe-size /,
  )
})

test('documents of the network are read from the folder that --remote names', async () => {
  const ref = 'https://example.com/schemas/a.json'
  const cwd = writeDocuments({
    'openapi.yaml': `${API}components: { schemas: { A: { $ref: ${ref} } } }\n`,
    'vendor/a.json': '{ "type": "array", "items": { "$ref": "b.json#name" } }',
    'vendor/b.json': '{ "$id": "https://example.com/other", "$anchor": "name", "type": "number" }',
  })
  const types = ['--emit', 'types']
  const remote = ['--remote', 'https://example.com/schemas/=./vendor']
  expect(await run(cwd, 'generate', ...documents, ...types, ...remote)).toMatchObject({ code: 0 })
  expect(readFileSync(join(cwd, 'out/openapi.ts'), 'utf8')).toContain(
    'components["schemas"]["B"][]',
  )
  expect(await run(cwd, 'generate', ...documents, ...types)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`the $ref '${ref}' points to the network.`),
  })
})

test('generate writes, and check reports what is stale, edited, missing or extra', async () => {
  const cwd = writeDocuments({ 'openapi.yaml': API })
  const check = () => run(cwd, 'check', ...documents, ...EMIT)
  const missing = 'out/types.ts is missing: run npx contract-codegen generate.\n'
  expect(await check()).toMatchObject({ code: 1, stderr: expect.stringContaining(missing) })
  const done = (state: string) => ({ code: 0, stdout: `out: 4 files, ${state}\n`, stderr: '' })
  expect(await run(cwd, 'generate', ...documents, ...EMIT)).toEqual(done('4 changed'))
  expect(await check()).toEqual(done('all up to date'))

  writeFileSync(join(cwd, 'openapi.yaml'), API.replace('type: string', 'type: number'))
  const stale = 'out/openapi.ts is stale: run npx contract-codegen generate.\n'
  expect(await check()).toEqual({ code: 1, stdout: '', stderr: stale })

  const { stderr } = await run(cwd, 'check', ...documents, '--emit', 'constants')
  expect(stderr).toContain('out/openapi.ts is no longer generated. Delete it.\n')

  writeFileSync(join(cwd, 'openapi.yaml'), API)
  writeFileSync(join(cwd, 'out/types.ts'), `${readFileSync(join(cwd, 'out/types.ts'))}// mine\n`)
  writeFileSync(join(cwd, 'out/mine.ts'), 'export {}\n')
  expect((await check()).stderr.split('\n')).toEqual([
    'out/mine.ts is no longer generated. Delete it.',
    'out/types.ts was edited by hand: make the change in the documents, then run npx contract-codegen generate.',
    '',
  ])
})

test('generate removes what it wrote before and keeps other files', async () => {
  const cwd = writeDocuments({ 'openapi.yaml': API, 'out/mine.ts': 'export {}\n' })
  mkdirSync(join(cwd, 'out/types.d'))
  const contents = () => readdirSync(join(cwd, 'out')).toSorted().join(' ')
  await run(cwd, 'generate', ...documents, '--emit', 'types')
  expect(contents()).toBe('index.ts mine.ts openapi.ts types.d types.ts')
  await run(cwd, 'generate', ...documents, '--emit', 'constants')
  expect(contents()).toBe('constants.ts index.ts mine.ts types.d')
  expect(readFileSync(join(cwd, 'out/mine.ts'), 'utf8')).toBe('export {}\n')
})

test('a file that was not generated in the place of one that is is reported and kept', async () => {
  const cwd = writeDocuments({ 'openapi.yaml': API, 'out/index.ts': 'export {}\n' })
  const want = 'out/index.ts was not generated and is in the way. Delete it'
  for (const name of ['check', 'generate'])
    expect(await run(cwd, name, ...documents, ...EMIT)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(want),
    })
  expect(readdirSync(join(cwd, 'out'))).toEqual(['index.ts'])
})

test('a types module of any name is quoted where it is imported', async () => {
  const cwd = writeDocuments({
    'openapi.yaml': `${API}components: { schemas: { A: { properties: { k: {}, a: {} }, if: { required: [k], properties: { k: { const: x } } }, then: { required: [a] } } } }`,
  })
  const module = ['--types-module', './it\'s"\\.ts']
  const emit = ['--emit', 'validators,guards']
  expect(await run(cwd, 'generate', ...documents, ...module, ...emit)).toMatchObject({ code: 0 })
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
  const says = (stdout: string) => ({ code: 0, stderr: '', stdout })
  expect(await run('.', '--help')).toEqual(
    says(expect.stringContaining('contract-codegen generate')),
  )
  expect(await run('.', '--version')).toEqual(says(expect.stringMatching(/^\d+\.\d+\.\d+\n$/)))
})

test('--lenient lists each mistake and counts them in the summary', async () => {
  const wrong = 'components: { schemas: { A: { type: string, maxLenght: 3, minLength: x } } }\n'
  const cwd = writeDocuments({ 'openapi.yaml': API + wrong })
  const { code, stdout, stderr } = await run(cwd, 'generate', ...documents, ...EMIT, '--lenient')
  expect(code).toBe(0)
  expect(stdout).toBe('out: 4 files, 4 changed, 2 mistakes skipped\n')
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^mistake: openapi\.yaml:4:45 .*maxLenght is not a keyword/),
    expect.stringMatching(/^mistake: openapi\.yaml:4:59 .*minLength must be a whole number/),
    '',
  ])
})

test('a configuration file holds the options, from its own folder, and the command line wins', async () => {
  const config = { openapi: ['../openapi.yaml'], out: 'made', emit: ['types', 'constants'] }
  const cwd = writeDocuments({
    'openapi.yaml': API,
    'tools/contract-codegen.json': JSON.stringify(config),
    'contract-codegen.json': JSON.stringify({ ...config, openapi: ['openapi.yaml'] }),
  })
  const done = (stdout: string) => ({ code: 0, stdout, stderr: '' })
  expect(await run(cwd, 'generate')).toEqual(done('made: 4 files, 4 changed\n'))
  expect(await run(cwd, 'check')).toEqual(done('made: 4 files, all up to date\n'))
  const named = ['--config', 'tools/contract-codegen.json']
  expect(await run(cwd, 'generate', ...named)).toEqual(done('tools/made: 4 files, 4 changed\n'))
  const other = [...named, '--out', 'other', '--emit', 'constants']
  expect(await run(cwd, 'generate', ...other)).toEqual(done('other: 2 files, 2 changed\n'))
})

test.each([
  ['{', /contract-codegen\.json is not valid JSON: .* Correct it\. See/],
  ['[]', /contract-codegen\.json must contain an object, not a list\./],
  ['{ "opanapi": [] }', /opanapi is unknown\. Did you mean openapi\?/],
  ['{ "x": 1 }', /x is unknown\. Use openapi, asyncapi, out, /],
  ['{ "out": 1 }', /out must be a string\./],
  ['{ "openapi": "a" }', /openapi must be a list of strings\./],
  ['{ "lenient": "yes" }', /lenient must be true or false\./],
  ['{ "remotes": { "a": 1 } }', /remotes must be an object of strings\./],
])('the configuration %s is exit 2', async (text, want) => {
  const cwd = writeDocuments({ 'contract-codegen.json': text })
  expect(await run(cwd, 'generate')).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(want),
  })
})

test('--watch generates again when a document, or a file that it refers to, changes', async () => {
  const ref = 'components: { schemas: { A: { $ref: schemas/a.yaml } } }\n'
  const cwd = writeDocuments({ 'openapi.yaml': API + ref, 'schemas/a.yaml': 'type: string\n' })
  const said: string[] = []
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const steps: [want: string, then: () => unknown][] = [
    ['4 changed', () => writeFileSync(join(cwd, 'schemas/a.yaml'), 'type: [\n')],
    ['not YAML', () => writeFileSync(join(cwd, 'schemas/a.yaml'), 'type: number\n')],
    ['1 changed', () => writeFileSync(join(cwd, 'openapi.yaml'), API)],
    ['4 files', () => finish()],
  ]
  const say = (text: string) => {
    said.push(text)
    const [want, then] = steps[0] ?? []
    if (want === undefined || !text.includes(want)) return
    steps.shift()
    setImmediate(() => then?.())
  }
  const end = new AbortController()
  const args = ['generate', ...documents, ...EMIT, '--watch']
  const running = runCli(args, { cwd, signal: end.signal, stdout: say, stderr: say })
  await finished
  end.abort()
  expect(await running).toBe(0)
  expect(readFileSync(join(cwd, 'out/openapi.ts'), 'utf8')).not.toContain('A: number')
})
