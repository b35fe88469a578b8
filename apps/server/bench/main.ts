// GET countries with a valid key, on the reference platform and on others that give the same answer:
// each in a process of its own, in turns, under the same load. It wants two cores for itself.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { operations, securitySchemes } from '@partner-platform/types'
import { measureRound } from './measure-round.ts'
import { printResults, type Result } from './print-results.ts'
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
