import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkReadme } from '../../src/check-readme.ts'

const root = join(import.meta.dirname, '../..')
let folder: string

beforeAll(async () => {
  // Inside this package, as a README is, so that its imports resolve.
  await mkdir(join(root, 'reports'), { recursive: true })
  folder = await mkdtemp(join(root, 'reports', 'test-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function readme(...lines: string[]) {
  const file = join(folder, 'README.md')
  await writeFile(file, lines.join('\n'))
  return file
}

const left = async () =>
  (await readdir(join(root, 'reports'))).filter((name) => name.startsWith('readme-'))

const fence = (source: string, info = 'ts') => [`\`\`\`${info}`, source, '```']

describe('a README whose examples are right', () => {
  it('counts the fences that ran and leaves nothing behind', async () => {
    const file = await readme(
      '# Title',
      ...fence("import { scaled } from '@partner-platform/harness'"),
      ...fence(
        'const answer: number = await Promise.resolve(42)\nif (answer !== 42) throw new Error()',
      ),
      ...fence('throw new Error("checked, not run")', 'ts no-run'),
      ...fence('not typescript', 'sh'),
      '- in a list',
      ...fence('export const here = 1').map((line) => `  ${line}`),
    )
    expect(await checkReadme(file)).toBe(3)
    expect(await left()).toEqual([])
  })
})

describe('a README whose examples are wrong', () => {
  it.each([
    [
      'a word that it does not know',
      fence('', 'ts norun'),
      /^README\.md:3 opens a fence with the unknown language/,
    ],
    ['a fence that never ends', ['```ts', '1 + 1'], /^README\.md:3 opens a fence that never ends/],
    ['no fence that runs', fence('1 + 1', 'ts no-run'), /^README\.md has no ts fence that runs/],
  ])('names the line of %s', async (_, lines, message) => {
    await expect(checkReadme(await readme('# Title', '', ...lines))).rejects.toThrow(message)
    expect(await left()).toEqual([])
  })

  it('names the line of each example that does not compile, and runs none', async () => {
    const file = await readme(
      ...['# Title', ''],
      ...fence('const n: number = "one"'),
      ...fence('missing()', 'ts no-run'),
      ...fence("import 'no-such-package'"),
      ...fence("import { nothing } from '@partner-platform/harness'\nnothing()"),
      ...fence('throw new Error("it ran")'),
    )
    const failure = await checkReadme(file).catch((error: Error) => error.message)
    expect(String(failure).trimEnd().split('\n').toSorted()).toEqual([
      expect.stringMatching(/^README\.md:10:8: error TS2\d+/),
      expect.stringMatching(/^README\.md:13:10: error TS2305/),
      expect.stringMatching(/^README\.md:4:7: error TS2322/),
      expect.stringMatching(/^README\.md:7:1: error TS2304/),
    ])
    expect(await left()).toEqual([])
  })

  it('names the line of each example that fails, however it fails', async () => {
    const file = await readme(
      ...['# Title', ''],
      ...fence("const n = 1\nthrow new Error('n is ' + n)"),
      ...fence('void Promise.reject(new Error("late"))'),
      ...fence('process.exit(3)'),
      ...fence('export const right = 1'),
      ...fence('function fail(): never {\n  throw new Error()\n}\nfail()'),
    )
    const failure = await checkReadme(file).catch((error: Error) => error.message)
    const told = String(failure).split(/^(?=README\.md:\d+ the example)/m)
    expect(told).toEqual([
      expect.stringMatching(/^README\.md:4 the example failed\.[\s\S]*README\.md:5[\s\S]*n is 1/),
      expect.stringMatching(/^README\.md:8 the example failed\.[\s\S]*late/),
      expect.stringMatching(/^README\.md:11 the example failed\.\n$/),
      // Places in the README, not in the temporary folder.
      expect.stringMatching(
        /^README\.md:17 the example failed\.[\s\S]*:18:9[\s\S]*README\.md:20:1/,
      ),
    ])
    expect(failure).not.toMatch(/readme-|line-/)
    expect(await left()).toEqual([])
  })

  it('stops an example that does not end', async () => {
    const file = await readme(...fence('setInterval(() => {}, 1000)'))
    await expect(checkReadme(file, { timeoutMs: 200 })).rejects.toThrow(
      /^README\.md:2 the example did not end within 200 ms/,
    )
  })
})
