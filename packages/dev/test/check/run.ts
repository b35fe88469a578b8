import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readReport } from '../../src/read-report.ts'

export type Ended = { code: number | null; stdout: string; stderr: string }

/** Starts a command line in a folder, with the commands of that package at hand. */
export function start(command: string, cwd: string, env: NodeJS.ProcessEnv = {}) {
  const path = [join(cwd, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return spawn(command, { cwd, shell: true, env: { ...process.env, PATH: path, ...env } })
}

/** Runs a command line to its end. */
export async function run(command: string, cwd: string, env?: NodeJS.ProcessEnv): Promise<Ended> {
  const child = start(command, cwd, env)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}

/** Runs a command line that must succeed. */
export async function succeed(command: string, cwd: string, env?: NodeJS.ProcessEnv) {
  const ended = await run(command, cwd, env)
  if (ended.code === 0) return ended
  throw new Error(`${command} exited with ${ended.code}:\n${ended.stdout}${ended.stderr}`)
}

/** Runs tests of a workspace; gives how many passed, and of each other one its title and what it says. */
export async function runTests(files: string[], folder: string) {
  const { stdout, stderr } = await run(
    `vitest run --maxWorkers=1 --reporter=json --outputFile.json=reports/scaffold.json ${files.join(' ')}`,
    folder,
    // The draft is tested here. `check` runs as many random cases as it wants of the repository itself.
    { TEST_SCALE: '1' },
  )
  const report = readReport(join(folder, 'reports/scaffold.json'))
  if (!report) throw new Error(`The tests left no report: ${stdout}${stderr}`)
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: [
      ...report.testResults.filter((one) => one.assertionResults.length === 0),
      ...tests.filter(({ status }) => status !== 'passed'),
    ].map((one) =>
      'title' in one ? `${one.title}: ${one.failureMessages.join().split('\n')[0]}` : one.message,
    ),
  }
}
