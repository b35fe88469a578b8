import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compile } from './compile.ts'

const sourceCondition = '@partner-platform/source'
const quickModules = import.meta.resolve('./quick-modules.ts')

export type ReadmeOptions = {
  /** Environment variables of the running examples, on top of this process's. */
  env?: Record<string, string>
  /**
   * TypeScript that is checked with the examples and runs before each of them, for what a reader
   * has and an example leaves out: `declare global { var app: App }` and `globalThis.app = …`.
   */
  ambient?: string
  /** Time allowed for each example, in milliseconds. @default 120000 */
  timeoutMs?: number
}

/**
 * The number of `ts` fences of a Markdown file that ran, at least one. All fences are type-checked
 * together by TypeScript 7 as files of the README's own package, then run in order, one process each,
 * with workspace packages from source; `ts no-run` fences are only type-checked. Throws an `Error`
 * with one `README.md:<line>` entry per failure. Costs about a second, and 0.1 s per fence.
 */
export async function checkReadme(path: string, options: ReadmeOptions = {}): Promise<number> {
  const readme = resolve(path)
  const fences = readFences(await readFile(readme, 'utf8'), basename(readme))
  const running = fences.filter((fence) => fence.runs)
  if (running.length === 0) {
    throw new Error(`${basename(readme)} has no ts fence that runs. Add one.`)
  }
  const reports = join(dirname(findPackageJSON(pathToFileURL(readme)) ?? readme), 'reports')
  await mkdir(reports, { recursive: true })
  // Not below node_modules, where Node does not strip types; `reports` is ignored by git.
  const folder = await mkdtemp(join(reports, 'readme-'))
  try {
    const check: Check = { readme: basename(readme), folder, options }
    await writeFiles(check, fences)
    const errors = await compile(folder)
    if (errors !== '') throw new Error(toReadme(check, errors))
    const failures: string[] = []
    for (const fence of running) failures.push(...(await run(check, fence)))
    if (failures.length > 0) throw new Error(failures.join('\n'))
    return running.length
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** One example: its source, and the line (1-based) that its first line stands on. */
type Fence = { line: number; source: string; runs: boolean }

const fencePattern =
  /^([ \t]*)(`{3,}|~{3,})[ \t]*(.*)\n((?:.*\n)*?)(?:([ \t]*\2[`~]*[ \t]*)$|(?![\s\S]))/gm

/** The `ts` fences of a Markdown text, in order. Another word after `ts`, or a fence that never ends, is an `Error`. */
function readFences(markdown: string, file: string): Fence[] {
  const text = `${markdown.replaceAll('\r\n', '\n')}\n`
  return [...text.matchAll(fencePattern)].flatMap(({ index, ...found }) => {
    const { 1: indent = '', 3: info = '', 4: body = '', 5: end } = found
    const line = text.slice(0, index).split('\n').length
    if (end === undefined) throw new Error(`${file}:${line} opens a fence that never ends.`)
    const word = info.trim()
    if (!/^ts\b/.test(word)) return []
    if (word !== 'ts' && word !== 'ts no-run') {
      throw new Error(
        `${file}:${line} opens a fence with the unknown language ${word}. Use ts or ts no-run.`,
      )
    }
    const source = body.replaceAll(new RegExp(`^[ \\t]{0,${indent.length}}`, 'gm'), '')
    return [{ line: line + 1, source, runs: word === 'ts' }]
  })
}

type Check = { readme: string; folder: string; options: ReadmeOptions }

const fileOf = (fence: Fence) => `line-${fence.line}.ts`

async function writeFiles({ folder, options }: Check, fences: Fence[]) {
  const config = {
    extends: '../../tsconfig.json',
    include: ['*.ts'],
    exclude: [],
    compilerOptions: {
      noEmit: true,
      moduleDetection: 'force',
      customConditions: [sourceCondition],
      noUnusedLocals: false,
      noUnusedParameters: false,
    },
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await writeFile(join(folder, 'ambient.ts'), `${options.ambient ?? ''}\nexport {}\n`)
  for (const fence of fences) {
    // Blank lines above make the line numbers of every message those of the README.
    await writeFile(join(folder, fileOf(fence)), '\n'.repeat(fence.line - 1) + fence.source)
  }
}

function run(check: Check, fence: Fence): Promise<string[]> {
  const { timeoutMs = 120_000, env: given } = check.options
  const { NODE_OPTIONS: _, ...env } = { ...process.env, ...given }
  const settings = { cwd: check.folder, env, timeout: timeoutMs, killSignal: 'SIGKILL' as const }
  // Compiling an embedded store a second time, for speed, costs more than it saves.
  const flags = [
    ...[`--conditions=${sourceCondition}`, '--liftoff-only'],
    ...['--import', quickModules, '--import', './ambient.ts'],
  ]
  return new Promise((resolve) => {
    execFile(process.execPath, [...flags, fileOf(fence)], settings, (error, stdout, stderr) => {
      if (!error) return resolve([])
      const problem = error.killed ? `did not end within ${timeoutMs} ms` : 'failed'
      const output = toReadme(check, stdout + stderr)
      resolve([`${check.readme}:${fence.line} the example ${problem}.\n${output}`.trimEnd()])
    })
  })
}

/** Names places in the README instead of `line-12.ts(14,3)` and `line-12.ts:14:3`. */
const toReadme = ({ readme, folder }: Check, output: string) =>
  output
    .replaceAll(`file://${folder}/`, '')
    .replaceAll(`${folder}/`, '')
    .replaceAll(/(?:[^\s()]*\/)?line-\d+\.ts[(:](\d+)[,:](\d+)\)?/g, `${readme}:$1:$2`)
    .replaceAll(/(?:[^\s()]*\/)?line-\d+\.ts:(\d+)/g, `${readme}:$1`)
