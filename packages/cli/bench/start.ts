// How long each command takes to print its version and its help, beside Node that runs nothing. Run
// `npx pnpm@12 build` first.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { compare } from '@partner-platform/harness/bench'

const packages = join(import.meta.dirname, '../..')
const commands = ['cli', 'codegen', 'compat']
const rounds = 21

const start = (name: string, args: string[]) => ({
  name,
  measure() {
    const startMs = performance.now()
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`)
    return { ms: performance.now() - startMs }
  },
})

await compare({
  id: 'start',
  title: 'Start a command',
  settings: `From dist; medians of ${rounds} rounds.`,
  rounds,
  contestants: [
    start('bare Node', ['--eval', '']),
    ...commands.flatMap((name) =>
      ['--version', '--help'].map((flag) =>
        start(`${name} ${flag}`, [join(packages, name, 'dist/main.js'), flag]),
      ),
    ),
  ],
  goals: commands.map((name) => ({ row: `${name} --version`, figure: 'ms', atMost: 3 })),
})
