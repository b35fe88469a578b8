import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { type Fence, readFences } from './read-fences.ts'

const sourceCondition = '@partner-platform/source'

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
  const fences = readFences(await readFile(readme, 'utf8'), readme)
  const running = fences.filter((fence) => fence.runs)
  if (running.length === 0) {
    throw new Error(`${basename(readme)} has no ts fence that runs: expected at least 1. Add one.`)
  }
  const root = packageRoot(readme)
  await mkdir(join(root, 'reports'), { recursive: true })
  // Not below node_modules, where Node does not strip types; `reports` is ignored by git.
  const folder = await mkdtemp(join(root, 'reports', 'readme-'))
  try {
    const check: Check = { readme, root, folder, options }
    await writeFiles(check, fences)
    await typeCheck(check)
    const failures: string[] = []
    for (const fence of running) failures.push(...(await run(check, fence)))
    if (failures.length > 0) throw new Error(failures.join('\n'))
    return running.length
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Check = { readme: string; root: string; folder: string; options: ReadmeOptions }

const fileOf = (fence: Fence) => `line-${fence.line}.ts`

async function writeFiles({ root, folder, options }: Check, fences: Fence[]) {
  const base = join(root, 'tsconfig.json')
  const config = {
    ...(existsSync(base) ? { extends: base } : {}),
    include: ['*.ts'],
    exclude: [],
    compilerOptions: {
      noEmit: true,
      moduleDetection: 'force',
      customConditions: [sourceCondition],
      noUnusedLocals: false,
      noUnusedParameters: false,
      ...(existsSync(base) ? {} : { strict: true, target: 'ES2023', module: 'NodeNext' }),
    },
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  await writeFile(join(folder, 'ambient.ts'), `${options.ambient ?? ''}\nexport {}\n`)
  for (const fence of fences) {
    // Blank lines above make the line numbers of every message those of the README.
    await writeFile(join(folder, fileOf(fence)), '\n'.repeat(fence.line - 1) + fence.source)
  }
}

async function typeCheck(check: Check) {
  const tsc = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  )
  const done = await execute(check, [tsc, '-p', check.folder, '--pretty', 'false'], 120_000)
  if (done.failed) throw new Error(toReadmeLines(check, done.output))
}

async function run(check: Check, fence: Fence): Promise<string[]> {
  const timeoutMs = check.options.timeoutMs ?? 120_000
  const flags = [`--conditions=${sourceCondition}`, '--import', './ambient.ts']
  const done = await execute(check, [...flags, fileOf(fence)], timeoutMs)
  if (!done.failed) return []
  const problem = done.timedOut ? `did not end within ${timeoutMs} ms` : 'failed'
  const place = `${basename(check.readme)}:${fence.line}`
  return [`${place} the example ${problem}.\n${toReadmeLines(check, done.output)}`.trimEnd()]
}

type Done = { failed: boolean; timedOut: boolean; output: string }

function execute({ folder, options }: Check, args: string[], timeout: number): Promise<Done> {
  const { NODE_OPTIONS: _, ...env } = { ...process.env, ...options.env }
  return new Promise((settle) => {
    const settings = { cwd: folder, env, timeout, killSignal: 'SIGKILL' as const }
    execFile(process.execPath, args, settings, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`
      settle({ failed: error !== null, timedOut: error?.killed === true, output })
    })
  })
}

/** Tool output with `line-12.ts(14,3)` and `line-12.ts:14:3` as places in the README. */
function toReadmeLines({ readme, folder }: Check, output: string): string {
  return output
    .replaceAll(`file://${folder}/`, '')
    .replaceAll(`${folder}/`, '')
    .replaceAll(/(?:[^\s()]*\/)?line-\d+\.ts[(:](\d+)[,:](\d+)\)?/g, `${basename(readme)}:$1:$2`)
    .replaceAll(/(?:[^\s()]*\/)?line-\d+\.ts:(\d+)/g, `${basename(readme)}:$1`)
}

function packageRoot(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder)) {
      throw new TypeError(`${basename(file)} is in no package: expected a package.json above it.`)
    }
  }
}
