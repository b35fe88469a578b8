import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readReport } from '@partner-platform/dev/read-report'
import { root } from '@partner-platform/dev/workspaces'
import type { Part } from './groups.ts'

type TestRun = { end: 'green' | 'red' | 'timed-out'; by: string; isLoaded: boolean }

type VitestOptions = {
  part: Part
  stage: readonly string[]
  limitMs: number
  /** Without one, the tests run as they are. */
  mutant?: { file: string; text: string } | undefined
}

export type RunTests = (options: VitestOptions) => Promise<TestRun>

const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')))
const config = join(import.meta.dirname, '../../vitest.mutate.config.ts')

/** Runs in progress: the process group of each, by its folder. */
const running = new Map<string, number | undefined>()

function end(folder: string): void {
  const pid = running.get(folder)
  running.delete(folder)
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
process.once('exit', () => [...running.keys()].forEach(end))

/** Runs tests in a separate process, with a mutant in place of its file, in memory. */
export async function runVitest({ part, stage, limitMs, mutant }: VitestOptions): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'mutant-'))
  running.set(folder, undefined)
  try {
    if (mutant) writeFileSync(join(folder, 'mutant.ts'), mutant.text)
    const code = await runProcess(folder, { part, stage, limitMs, mutant })
    const by = firstRed(join(folder, 'report.json'))
    const isLoaded = existsSync(join(folder, 'loaded'))
    if (code === 'timed-out') return { end: code, by: 'time', isLoaded }
    return { end: code === 0 ? 'green' : 'red', by: by || 'vitest', isLoaded }
  } finally {
    end(folder)
  }
}

function runProcess(folder: string, { part, stage, limitMs, mutant }: VitestOptions) {
  const cwd = join(root, part.folder)
  const files = stage.map((name) => `test/${name}.test.ts`)
  const env = {
    ...process.env,
    ...(mutant && { MUTANT_FILE: join(root, mutant.file) }),
    MUTANT_FOLDER: folder,
    MUTANT_ROOT: cwd,
    SEED: '1',
    TEST_SCALE: '4',
    CI: 'true',
  }
  return new Promise<number | null | 'timed-out'>((resolve, reject) => {
    // Its own process group: a mutant that hangs is killed with its workers.
    const child = spawn(process.execPath, [vitest, 'run', '--config', config, ...files], {
      cwd,
      env,
      detached: true,
      stdio: 'ignore',
    })
    running.set(folder, child.pid)
    const timer = setTimeout(() => resolve('timed-out'), limitMs)
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timer)
      resolve(code)
    })
  })
}

/** Files that `bail` cut short also count as failed, but have no failed test. */
function firstRed(file: string): string {
  const red = readReport(file)?.testResults.find(({ message, assertionResults }) =>
    assertionResults.length === 0
      ? message !== ''
      : assertionResults.some(({ status }) => status === 'failed'),
  )
  return red?.name.split('/test/').at(-1) ?? ''
}
