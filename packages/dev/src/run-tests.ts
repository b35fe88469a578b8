import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatTotal, sumReports } from './test-total.ts'
import { findWorkspaces, root } from './workspaces.ts'

// Runs `turbo run test` and whatever tasks are named beside it, and ends with the total of all tests.
// Turbo restores the reports of packages that it need not test again, so the total is always whole.
const { help, tasks } = parseArguments(process.argv.slice(2))
if (help) {
  console.log(
    'Usage: pnpm test. Tests what has changed since it was last tested; ends with the total.',
  )
  process.exit()
}
const workspaces = findWorkspaces()
for (const { folder } of workspaces)
  rmSync(join(folder, 'reports'), { recursive: true, force: true })

const turbo = spawn(
  'turbo',
  ['run', 'test', 'test:contract', ...tasks, '--continue', '--output-logs=new-only'],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
const [exitCode] = await once(turbo, 'exit')

const total = sumReports(workspaces)
for (const place of total.silent) console.error(`${place} ran no test.`)
console.log(formatTotal(total))
process.exitCode = exitCode !== 0 || total.failed > 0 || total.passed === 0 ? 1 : 0

function parseArguments(args: string[]): { help: boolean; tasks: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' } },
    })
    return { help: values.help ?? false, tasks: positionals }
  } catch {
    console.error('A flag of test is unknown: expected --help or none. Try --help.')
    process.exit(2)
  }
}
