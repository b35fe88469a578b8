import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { formatTotal, sumReports } from './test-total.ts'
import { findWorkspaces, root } from './workspaces.ts'

// Runs `turbo run test` and whatever tasks are named beside it, and ends with the total of all tests.
// Turbo restores the reports of packages that it need not test again, so the total is always whole.
const workspaces = findWorkspaces()
for (const { folder } of workspaces)
  rmSync(join(folder, 'reports'), { recursive: true, force: true })

const tasks = ['test', ...process.argv.slice(2)]
const turbo = spawn('turbo', ['run', ...tasks, '--continue', '--output-logs=new-only'], {
  cwd: root,
  stdio: 'inherit',
})
const [exitCode] = await once(turbo, 'exit')

const total = sumReports(workspaces)
for (const place of total.silent) console.error(`${place} ran no test.`)
console.log(formatTotal(total))
process.exitCode = exitCode !== 0 || total.failed > 0 || total.passed === 0 ? 1 : 0
