import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '@partner-platform/dev/workspaces'
import type { Part } from './groups.ts'

/** What one run of some test files came to; `by` is the test file that failed first. */
export type TestRun = { end: 'green' | 'red' | 'timed-out'; by: string; isLoaded: boolean }

export type VitestOptions = {
  part: Part
  stage: readonly string[]
  limitMs: number
  /** Without one, the tests run as they are. */
  mutant?: { file: string; text: string }
}

const vitest = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
)
const config = join(import.meta.dirname, '../../vitest.mutate.config.ts')
const running = new Set<number>()

const folders = new Set<string>()

/** Ends the runs that are under way, with all that they started and wrote. */
export function stopAll(): void {
  for (const pid of running) killGroup(pid)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** Runs tests with a mutant in the place of its file: in memory, and in a process of its own. */
export async function runVitest({ part, stage, limitMs, mutant }: VitestOptions): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'mutant-'))
  folders.add(folder)
  try {
    if (mutant) writeFileSync(join(folder, 'mutant.ts'), mutant.text)
    const files = stage.map((name) => `test/${name}.test.ts`)
    const names = part.only === undefined ? [] : ['--testNamePattern', part.only]
    const packageFolder = join(root, part.folder)
    const env = {
      ...process.env,
      ...(mutant && { MUTANT_FILE: join(root, mutant.file) }),
      ...{
        MUTANT_FOLDER: folder,
        MUTANT_ROOT: packageFolder,
        SEED: '1',
        TEST_SCALE: '10',
        CI: 'true',
      },
    }
    const args = [vitest, 'run', '--config', config, ...names, ...files]
    const code = await runProcess(args, { cwd: packageFolder, env, limitMs })
    const report = join(folder, 'report.json')
    const by = existsSync(report) ? firstRed(readFileSync(report, 'utf8')) : ''
    const isLoaded = existsSync(join(folder, 'loaded'))
    if (code === 'timed-out') return { end: code, by: 'time', isLoaded }
    return { end: code === 0 ? 'green' : 'red', by: by || 'vitest', isLoaded }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    folders.delete(folder)
  }
}

type ProcessOptions = { cwd: string; env: NodeJS.ProcessEnv; limitMs: number }

function runProcess(args: string[], { cwd, env, limitMs }: ProcessOptions) {
  return new Promise<number | null | 'timed-out'>((resolve, reject) => {
    // A group of its own: a mutant that hangs is ended with its workers.
    const child = spawn(process.execPath, args, { cwd, env, detached: true, stdio: 'ignore' })
    const { pid } = child
    if (pid !== undefined) running.add(pid)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      if (pid !== undefined) killGroup(pid)
    }, limitMs)
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timer)
      if (pid !== undefined) running.delete(pid)
      resolve(isLate ? 'timed-out' : code)
    })
  })
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

type Report = {
  testResults: { name: string; message: string; assertionResults: { status: string }[] }[]
}

/** A file that was cut short by the failure of another counts as failed too, but has no failed test. */
function firstRed(text: string): string {
  const { testResults } = JSON.parse(text) as Report
  const red = testResults.find(({ message, assertionResults }) =>
    assertionResults.length === 0
      ? message !== ''
      : assertionResults.some(({ status }) => status === 'failed'),
  )
  return red?.name.split('/test/').at(-1) ?? ''
}
