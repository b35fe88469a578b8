import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'

/** How long each command takes to say its version and its help, against Node that runs nothing. */
const commands = ['cli', 'codegen', 'compat']
const rounds = 21

const packages = join(import.meta.dirname, '../..')
const starts: [name: string, args: string[]][] = [
  ['bare Node', ['--eval', '']],
  ...commands.flatMap((name) =>
    ['--version', '--help'].map((flag): [string, string[]] => {
      return [`${name} ${flag}`, [join(packages, name, 'dist/main.js'), flag]]
    }),
  ),
]

function measureMs(args: string[]): number {
  const startMs = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`)
  return performance.now() - startMs
}

const times = new Map(starts.map(([name]): [string, number[]] => [name, []]))
for (let round = 0; round < rounds; round += 1)
  for (const [name, args] of starts) times.get(name)?.push(measureMs(args))
const median = (name: string) => times.get(name)?.toSorted((a, b) => a - b)[rounds >> 1] ?? 0

const [cpu] = cpus()
console.log(`Node ${process.version}, ${cpus().length} cores of ${cpu?.model.trim()}\n`)
console.log('| start | ms | ratio |\n| --- | --: | --: |')
for (const [name] of starts) {
  const ratio = median(name) / median('bare Node')
  console.log(`| ${name} | ${median(name).toFixed(0)} | ${ratio.toFixed(2)} |`)
}
