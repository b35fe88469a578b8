import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { formatProblem } from '../src/check/format-problem.ts'
import { lintSpecs } from '../src/check/lint.ts'
import { type Problem, sortProblems } from '../src/contract/problem.ts'
import { run } from '../src/run.ts'
import { brokenCopy, contract, makeEdits, specsFolder } from './broken-copy.ts'

const main = join(import.meta.dirname, '../src/main.ts')

type Ended = { code: number; stdout: string; stderr: string }

function runMain(args: string[], cwd = specsFolder): Promise<Ended> {
  return new Promise((settle) => {
    execFile(process.execPath, [main, ...args], { cwd }, (error, stdout, stderr) =>
      settle({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })
}

/** The same without a process. */
async function runHere(args: string[]): Promise<Ended> {
  const printed = { stdout: '', stderr: '' }
  const code = await run(args, {
    print: (text) => {
      printed.stdout += `${text}\n`
    },
    printError: (text) => {
      printed.stderr += `${text}\n`
    },
    frames: false,
    known: contract,
  })
  return { code, ...printed }
}

const stackTrace = /\n\s+at .*[:(]/

describe('the command', () => {
  it('finds no problem in the contract, says what it checked and returns 0', async () => {
    const { code, stdout, stderr } = await runHere(['check', specsFolder])
    expect(stdout).toMatch(
      /specs: no problems \(\d+ documents, \d+ schemas, \d+ examples, \d+ vectors, \d+ statements, \d+ decisions, \d+\.\d s\)\n$/,
    )
    expect(stderr).toBe('')
    expect(code).toBe(0)
  })

  it('reports all problems of a folder, counts them and returns 1', async () => {
    const folder = await brokenCopy([
      { file: 'schemas/agent.yaml', from: 'type: object', to: 'type: object\nnullable: true' },
      { file: 'decisions/D-001-signed-bytes.md', from: 'status: accepted', to: 'status: agreed' },
    ])
    const { code, stdout, stderr } = await runHere(['check', folder])
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/specs-\w+\/decisions\/D-001-signed-bytes\.md:5:9 #\/status$/),
      '  The status is unknown. [decisions/shape]',
      '  Write one of proposed, accepted, replaced.',
      '',
      expect.stringMatching(/specs-\w+\/schemas\/agent\.yaml:4:1 #\/nullable$/),
      '  nullable is not a keyword that OpenAPI 3.1 and AsyncAPI 3.0 read alike. [dialect/not-shared]',
      '  Leave the field out instead of sending null: take it from required.',
      '',
      '2 problems (not checked yet: examples)',
      '',
    ])
    expect(stderr).toBe('')
    expect(code).toBe(1)
  })

  it.each([
    ['no command', [], 'Name a command.'],
    ['an unknown command', ['fix'], 'There is no command fix.'],
    ['a flag', ['check', '--fast'], 'check takes one folder, and not --fast.'],
    ['a flag of another command', ['check', '--check'], 'check takes one folder, and not --check.'],
    ['a second folder', ['check', '.', 'specs'], 'check takes one folder, and not specs.'],
    ['a folder that is not there', ['check', 'nowhere'], 'There is no contract in nowhere: name'],
    ['a folder without documents', ['bundle', 'src'], 'There is no contract in src: name a folder'],
  ])('refuses %s with the usage and returns 2', async (_, args, message) => {
    const { code, stdout, stderr } = await runHere(args)
    expect(stderr.slice(0, message.length)).toBe(message)
    expect(stderr).toContain('\nUsage: contract-lint <command> [folder]\n')
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })

  it('tells with --help what it can do', async () => {
    const { code, stdout } = await runHere(['--help'])
    expect(stdout).toMatch(/^Usage: contract-lint[\s\S]+check[\s\S]+bundle[\s\S]+fingerprint/)
    expect(code).toBe(0)
  })

  it('writes the fingerprint, which prose leaves as it is and meaning does not', async () => {
    const folder = await brokenCopy([], 'documents')
    const check = () => runHere(['fingerprint', '--check', folder])
    expect(await check()).toMatchObject({ code: 0, stderr: '' })
    const rewrite = (from: string, to: string) => {
      const file = join(folder, 'schemas/agent.yaml')
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
    }
    rewrite('description: ', 'description: Or ')
    expect((await check()).code).toBe(0)
    rewrite('type: object', 'type: array')
    expect(await check()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /fingerprint\.txt is stale or missing\. Run npx pnpm@12 generate\./,
      ),
    })
    expect((await runHere(['fingerprint', folder])).code).toBe(0)
    expect((await check()).code).toBe(0)
  })

  it('tells one break of a schema once, and not by each example', async () => {
    const broken = makeEdits([
      { file: 'schemas/submission.yaml', from: '[feedbackDocsUrl,', to: '[feedbackDocUrl,' },
    ])
    const { problems, waiting } = await lintSpecs(broken)
    expect(problems.map(({ file, pointer }) => `${file} ${pointer}`)).toEqual([
      'schemas/submission.yaml #/then/required/0',
    ])
    expect(waiting).toBe('examples')
  })

  it('reports a file that is not a document without a stack trace, and exits with 1', async () => {
    const folder = await brokenCopy([{ file: 'openapi.yaml', to: '- hello\n' }], 'documents')
    const { code, stdout, stderr } = await runMain(['check', '.'], folder)
    expect(stdout).toContain('/openapi.yaml:1:1 #/openapi\n  This is no document of openapi 3.1.')
    expect(stdout + stderr).not.toMatch(stackTrace)
    expect(code).toBe(1)
  })

  it('shows three lines of the file on a terminal', async () => {
    const edit = { file: 'schemas/agent.yaml', from: './uuid.yaml', to: './uid.yaml' }
    const folder = await brokenCopy([edit], 'documents')
    const printed: string[] = []
    const print = (text: string) => printed.push(text)
    expect(await run(['check', folder], { print, printError: print, frames: true })).toBe(1)
    expect(printed.join('\n')).toMatch(
      / {2}> (\d+) \| {7}- \$ref: \.\/uid\.yaml\n {6,}\| {15}\^\n {4}/,
    )
    expect(printed.at(-1)).toBe('1 problem (not checked yet: all other checks)')
  })

  it('reports a folder that cannot be read in one line, and exits with 2', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'specs-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { code, stderr } = await runMain(['check', folder])
    expect(stderr).toContain('There is no contract in ')
    expect(stderr).not.toMatch(stackTrace)
    expect(code).toBe(2)
  })
})

describe('problems', () => {
  const problem: Problem = {
    file: 'schemas/a.yaml',
    line: 2,
    column: 3,
    pointer: '#/b',
    rule: 'dialect/title',
    message: 'Wrong.',
    fix: 'Right.',
  }

  it('are sorted by place and told once', () => {
    const later = { ...problem, line: 10 }
    const other = { ...problem, file: 'asyncapi.yaml' }
    expect(sortProblems([later, problem, other, { ...problem }])).toEqual([other, problem, later])
  })

  it('are three lines, and the lines around them where there is room', () => {
    expect(formatProblem(problem, { prefix: 'specs/' })).toBe(
      'specs/schemas/a.yaml:2:3 #/b\n  Wrong. [dialect/title]\n  Right.',
    )
    expect(formatProblem(problem, { prefix: '', text: 'a: 1\nb: 2\nc: 3\nd: 4' })).toBe(
      [
        'schemas/a.yaml:2:3 #/b',
        '  Wrong. [dialect/title]',
        '  Right.',
        '    1 | a: 1',
        '  > 2 | b: 2',
        '      |   ^',
        '    3 | c: 3',
      ].join('\n'),
    )
  })
})
