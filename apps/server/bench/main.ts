// GET countries with a valid key, on the reference platform and on others that give the same answer:
// each in a process of its own, in turns, under the same load. It wants two cores for itself.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { operations, securitySchemes } from '@partner-platform/types'
import { measureRound, type Round } from './measure-round.ts'
import { fetchReferenceAnswer, type ReferenceAnswer } from './reference-answer.ts'
import { type Contestant, startContestant } from './start-contestant.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
  },
})
const [turns, connections] = [Number(values.rounds), Number(values.connections)]
const load = { connections, durationMs: Number(values.seconds) * 1000 }
const others = ['servers/fastify', 'rivals/express-openapi-validator', 'rivals/prism']

/** The rounds of one server; the first of a list is what the others are compared with. */
type Result = { name: string; rounds: readonly Round[] }

const columns = [
  'server',
  'requests/s',
  '× bare (least–most)',
  'CPU per request',
  'CPU of one core',
] as const
const widths = [27, 12, 24, 18, 18]

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const contestants: Contestant[] = []
try {
  const platform = await startContestant('servers/platform', { name: 'reference platform' })
  contestants.push(platform)
  const { path } = operations.listCountries
  const keyHeader = [securitySchemes.apiKeyHeader.name, String(platform.details.key)] as const
  const answer = await fetchReferenceAnswer(platform.origin, { path, keyHeader })
  const args = [join(folder, 'answer.json')]
  writeFileSync(args.join(), JSON.stringify(answer))
  contestants.unshift(await startContestant('servers/bare-node', { name: 'bare node:http', args }))
  for (const file of others) {
    contestants.push(await startContestant(file, { name: basename(file), args }))
  }
  for (const contestant of contestants) await assertSameBytes(contestant, answer)
  printSettings(answer)
  printResults(await measureInTurns(answer))
} finally {
  await Promise.all(contestants.map((contestant) => contestant.stop()))
  rmSync(folder, { recursive: true })
}

async function assertSameBytes({ name, origin }: Contestant, answer: ReferenceAnswer) {
  const { body } = await fetchReferenceAnswer(origin, answer)
  if (body !== answer.body) throw new Error(`Expected of ${name} the same bytes, received others.`)
}

/** One turn of each that only warms up, and then those that count, so that a slow moment hits all. */
async function measureInTurns({ path, keyHeader }: ReferenceAnswer): Promise<Result[]> {
  const lines = [`GET ${path} HTTP/1.1`, 'Host: bench', keyHeader.join(': ')]
  const request = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
  const results = contestants.map(({ name }) => ({ name, rounds: [] as Result['rounds'] }))
  for (let turn = 0; turn <= turns; turn++) {
    for (const [at, contestant] of contestants.entries()) {
      const round = await measureRound(contestant, request, load)
      const result = results[at]
      if (turn > 0 && result) result.rounds = [...result.rounds, round]
    }
  }
  return results
}

function printSettings({ body }: ReferenceAnswer): void {
  const cores = `${cpus().length} × ${cpus()[0]?.model}`
  console.log(`GET countries: ${Buffer.byteLength(body)} bytes, uncompressed, key in a header
Node ${process.version} on ${cores}; the client is another process on the same machine
${connections} connections kept alive, no pipelining; median of ${turns} rounds of ${values.seconds} s, in turns, after one to warm up
`)
}

/** Prints the medians of each server, and how much of the machine something else used. */
function printResults(results: readonly Result[]): void {
  const [bare] = results
  printRow(columns)
  for (const { name, rounds } of results) {
    const median = (pick: (round: Round) => number) => medianOf(rounds.map(pick))
    // Of the same turn, so that what else the machine did then weighs on both.
    const ratios = rounds.map(
      ({ perSecond }, turn) => perSecond / (bare?.rounds[turn]?.perSecond ?? 0),
    )
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
    printRow([
      name,
      median((round) => round.perSecond).toFixed(0),
      `${medianOf(ratios).toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`,
      `${median((round) => round.cpuUs).toFixed(1)} µs`,
      `${(median((round) => round.busy) * 100).toFixed(0)} %`,
    ])
  }
  const others = medianOf(results.flatMap(({ rounds }) => rounds.map((round) => round.others)))
  const advice = others > 0.05 ? ' The figures say little: measure again without them.' : ''
  console.log(`\nOther processes used ${(others * 100).toFixed(0)} % of the machine.${advice}`)
}

function printRow(cells: readonly string[]): void {
  const padded = cells.map((cell, at) =>
    at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0),
  )
  console.log(padded.join(''))
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
