import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lint, lintSpecs } from '../src/check/lint.ts'
import { type Problem, sortProblems } from '../src/contract/problem.ts'
import { run } from '../src/run.ts'
import { brokenCopy, contract, makeEdits, specsFolder } from './broken-copy.ts'

/** The command in this process. */
async function runHere(args: string[], { frames = false } = {}) {
  const [out, errors]: [string[], string[]] = [[], []]
  const code = await run(args, {
    print: (text) => out.push(`${text}\n`),
    printError: (text) => errors.push(`${text}\n`),
    ...{ frames, known: contract },
  })
  return { code, stdout: out.join(''), stderr: errors.join('') }
}

describe('the command', () => {
  it('finds no problem in the contract, says what it checked and returns 0', async () => {
    expect(await runHere(['check', specsFolder])).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /specs: no problems \(\d+ documents, \d+ schemas, \d+ examples, \d+ vectors, \d+ statements, \d+ decisions, \d+\.\d s\)\n$/,
      ),
      stderr: '',
    })
  })

  it('reports all problems of a folder, counts them and returns 1', async () => {
    const folder = brokenCopy([
      { file: 'schemas/agent.yaml', from: 'type: object', to: 'type: object\nnullable: true' },
      { file: 'decisions/D-001-signed-bytes.md', from: 'status: accepted', to: 'status: agreed' },
    ])
    const { code, stdout } = await runHere(['check', folder])
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/test-\w+\/decisions\/D-001-signed-bytes\.md:5:9 #\/status$/),
      '  The status is unknown. [decisions/shape]',
      '  Write one of proposed, accepted, replaced.',
      '',
      expect.stringMatching(/test-\w+\/schemas\/agent\.yaml:4:1 #\/nullable$/),
      expect.stringMatching(
        /^ {2}OpenAPI 3\.1 and AsyncAPI 3\.0 do not read nullable .* \[dialect\/not-shared\]$/,
      ),
      '  Leave the field out instead of sending null: remove it from required.',
      '',
      '2 problems (not checked yet: examples)',
      '',
    ])
    expect(code).toBe(1)
  })

  it.each([
    ['no command', [], 'Name a command.'],
    ['an unknown command', ['fix'], 'There is no command fix.'],
    ['a flag', ['check', '--fast'], 'check does not take --fast.'],
    ['a flag of another command', ['check', '--check'], 'check does not take --check.'],
    ['a second folder', ['check', '.', 'specs'], 'check does not take specs.'],
    ['a missing folder', ['check', 'nowhere'], 'There is no contract in nowhere: name'],
    ['a folder without documents', ['bundle', 'src'], 'There is no contract in src: name a folder'],
  ])('refuses %s with the usage and returns 2', async (_, args, message) => {
    const { code, stdout, stderr } = await runHere(args)
    expect(stderr.startsWith(message), stderr).toBe(true)
    expect(stderr).toContain('\nUsage: contract-lint <command> [folder]\n')
    expect([code, stdout]).toEqual([2, ''])
  })

  it('explains itself with --help', async () => {
    const { code, stdout } = await runHere(['--help'])
    expect(stdout).toMatch(/^Usage: contract-lint[\s\S]+check[\s\S]+bundle[\s\S]+fingerprint/)
    expect(code).toBe(0)
  })

  it('writes the fingerprint, which prose does not change and meaning does', async () => {
    const folder = brokenCopy([], 'documents')
    const check = () => runHere(['fingerprint', '--check', folder])
    const rewrite = (name: string, from: string, to: string) => {
      const file = join(folder, name)
      const text = readFileSync(file, 'utf8')
      expect(text).toContain(from)
      writeFileSync(file, text.replace(from, to))
    }
    expect(await check()).toMatchObject({ code: 0, stderr: '' })
    rewrite('schemas/agent.yaml', 'description: ', 'description: Or ')
    rewrite('openapi.yaml', 'summary: Two countries', 'summary: 2 countries')
    rewrite('asyncapi.yaml', 'summary: The visa was granted', 'summary: A visa was granted')
    expect((await check()).code).toBe(0)
    rewrite('openapi.yaml', '/valid/two-countries.json', '/valid/empty.json')
    expect((await check()).code).toBe(1)
    rewrite('openapi.yaml', '/valid/empty.json', '/valid/two-countries.json')
    rewrite('schemas/agent.yaml', 'type: object', 'type: array')
    const { code, stderr } = await check()
    expect(code).toBe(1)
    expect(stderr).toContain('fingerprint.txt is stale or missing. Run npx pnpm@12 generate.')
    expect((await runHere(['fingerprint', folder])).code).toBe(0)
    expect((await check()).code).toBe(0)
  })

  it('reports a file that is not a document without a stack trace, and exits with 1', async () => {
    const cwd = brokenCopy([{ file: 'openapi.yaml', to: '- hello\n' }], 'documents')
    const main = join(import.meta.dirname, '../src/main.ts')
    const [error, output] = await new Promise<[{ code?: unknown } | null, string]>((settle) =>
      execFile(process.execPath, [main, 'check', '.'], { cwd }, (error, stdout, stderr) =>
        settle([error, stdout + stderr]),
      ),
    )
    expect(output).toContain(
      '/openapi.yaml:1:1 #/openapi\n  This document does not declare openapi 3.1.',
    )
    expect(output).not.toMatch(/\n\s+at .*[:(]/)
    expect(error?.code).toBe(1)
  })

  it('shows three lines of the file on a terminal', async () => {
    const edit = { file: 'schemas/agent.yaml', from: './uuid.yaml', to: './uid.yaml' }
    const folder = brokenCopy([edit], 'documents')
    const { code, stdout } = await runHere(['check', folder], { frames: true })
    expect(stdout).toMatch(/ {2}> (\d+) \| {7}- \$ref: \.\/uid\.yaml\n {6,}\| {15}\^\n {4}/)
    expect(stdout).toMatch(/\n1 problem \(not checked yet: all other checks\)\n$/)
    expect(code).toBe(1)
  })
})

describe('the lint', () => {
  it('accepts a cyclic schema: an applicant has a sponsor, who is an applicant', async () => {
    const broken = makeEdits([
      {
        file: 'schemas/applicant.yaml',
        from: 'properties:',
        to: 'properties:\n  sponsor:\n    description: Who pays.\n    x-decision: D-023\n    allOf:\n      - $ref: ./applicant.yaml',
      },
      {
        file: 'decisions/D-023-event-formats.md',
        from: 'status: accepted\n',
        to: 'status: accepted\nextends: { 2.3.submission.applicant: [sponsor] }\n',
      },
      {
        file: 'examples/applicant/valid/with-phone.json',
        from: '{',
        to: '{ "sponsor": { "firstName": "A", "lastName": "B", "email": "a@b.example" },',
      },
    ])
    expect((await lintSpecs(broken)).problems).toEqual([])
  })

  it.each([
    [
      'a reference that dangles, and no other check',
      { file: 'schemas/submission.yaml', from: './applicant.yaml', to: './aplicant.yaml' },
      /^documents\//,
      'all other checks',
    ],
    [
      'one break of a schema once, and not by each example',
      { file: 'schemas/submission.yaml', from: '[feedbackDocsUrl,', to: '[feedbackDocUrl,' },
      /^redocly\/no-required-schema-properties-undefined #\/then\/required\/0$/,
      'examples',
    ],
    [
      'a mistyped extension before the examples that would fail for it',
      { file: 'schemas/submission.yaml', from: 'x-sender-only: true', to: 'x-sender-olny: true' },
      /^(extensions\/unknown #\/else\/x-sender-olny|(facts|cases)\/.*)$/,
      'examples',
    ],
  ])('reports %s', async (_, edit, told, wanted) => {
    const { problems, waiting } = await lintSpecs(makeEdits([edit]))
    expect(problems.length).toBeGreaterThan(0)
    for (const { rule, pointer } of problems) expect(`${rule} ${pointer}`).toMatch(told)
    expect(waiting).toBe(wanted)
  })

  const cannot = 'This file cannot be read:'
  const notUtf8 = 'This line is not UTF-8.'
  const unreadable: [file: string, breakIt: (path: string) => unknown, want: object][] = [
    [
      'decisions/D-099-loop.md',
      (path) => symlinkSync(path, path),
      { line: 1, message: `${cannot} it is a link to itself.` },
    ],
    [
      'examples/visa/valid/half.json',
      (path) => writeFileSync(path, Buffer.from('{\n}\n\xe2\x82', 'latin1')),
      { line: 3, column: 1, message: notUtf8 },
    ],
    [
      'schemas/old.yaml',
      (path) => symlinkSync('/no/such/file', path),
      { line: 1, message: `${cannot} it is a broken link.` },
    ],
    [
      'schemas/visa.yaml',
      (path) => writeFileSync(path, 'title: Visa\ndescription: n\xe9e\n', 'latin1'),
      { line: 2, column: 15, message: notUtf8 },
    ],
    [
      'statements.yaml',
      (path) => rm(path).then(() => symlinkSync('schemas', path)),
      { line: 1, message: `${cannot} it is not a file.` },
    ],
  ]
  it('reports broken links, a link to itself, a folder as a file, Latin-1 and half a character', async () => {
    const folder = brokenCopy([])
    for (const [file, breakIt] of unreadable) await breakIt(join(folder, file))
    const { problems, specs } = await lint(folder, { known: contract })
    const shared = { pointer: '#', rule: 'documents/unreadable' }
    expect(problems).toMatchObject(
      unreadable.map(([file, , want]) => ({ file, ...shared, ...want })),
    )
    expect((await lint(folder, { known: specs })).problems).toEqual(problems)
  })
})

it('sorts problems by place, and reports each once', () => {
  const problem: Problem = {
    file: 'schemas/a.yaml',
    line: 2,
    column: 3,
    pointer: '#/b',
    rule: 'dialect/title',
    message: 'Wrong.',
    fix: 'Right.',
  }
  const later = { ...problem, line: 10 }
  const other = { ...problem, file: 'asyncapi.yaml' }
  expect(sortProblems([later, problem, other, { ...problem }])).toEqual([other, problem, later])
})
