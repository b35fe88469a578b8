import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatTable } from '@partner-platform/dev/format-table'
import { root } from '@partner-platform/dev/workspaces'

// Counts the non-blank, hand-written lines of tracked files, by workspace. Harness and bench count as source;
// data (YAML, JSON) is counted separately. Exits with 1 above a limit.

const limits = { source: 40_000, test: 34_000 }
const isCode = /\.(ts|mts|js|mjs|css|html|sql)$/
const isData = /\.(ya?ml|json)$/
const isGenerated = /(^|\/)generated\/|\/migrations\/meta\/|pnpm-lock\.yaml$/
const isTest = /\/test\//

type Lines = { source: number; test: number; data: number }
const none = (): Lines => ({ source: 0, test: 0, data: 0 })
const rooms = new Map<string, Lines>()
const total = none()

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
for (const file of tracked.split('\0')) {
  if (isGenerated.test(file) || !(isCode.test(file) || isData.test(file))) continue
  const lines = readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length
  const kind = isData.test(file) ? 'data' : isTest.test(file) ? 'test' : 'source'
  const name = /^(apps|packages)\//.test(file) ? file.split('/', 2).join('/') : file.split('/')[0]
  const room = rooms.get(name ?? '') ?? none()
  rooms.set(name ?? '', room)
  room[kind] += lines
  total[kind] += lines
}

const toCells = (name: string, { source, test, data }: Lines) =>
  [name, source, test, data].map((cell) => String(cell))
console.log(
  formatTable([
    ['workspace', 'source', 'test', 'YAML and JSON'],
    ...[...rooms]
      .filter(([name]) => name.includes('/') || name === 'specs')
      .map((row) => toCells(...row)),
    toCells('all', total),
    ['limit', String(limits.source), String(limits.test)],
  ]),
)
process.exitCode = total.source > limits.source || total.test > limits.test ? 1 : 0
