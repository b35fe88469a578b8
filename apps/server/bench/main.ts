// GET countries with a valid key, on the reference platform and on others that give the same answer:
// each in a process of its own, under the same load. It wants two cores for itself.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { compare, inSmoke } from '@partner-platform/harness/bench'
import { operations, securitySchemes } from '@partner-platform/types'
import { measureRound } from './measure-round.ts'
import { fetchReferenceAnswer, type ReferenceAnswer } from './reference-answer.ts'
import { type Contestant, startContestant } from './start-contestant.ts'

const rounds = 9
const load = { connections: 32, durationMs: inSmoke(100, 2_000) }
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
  for (const file of others)
    contestants.push(await startContestant(file, { name: basename(file), args }))
  for (const contestant of contestants) await assertSameBytes(contestant, answer)

  const lines = [`GET ${path} HTTP/1.1`, 'Host: bench', keyHeader.join(': ')]
  const request = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
  await compare({
    id: 'get-countries',
    title: 'GET the list of countries',
    settings: `${Buffer.byteLength(answer.body)} bytes, uncompressed; ${load.connections} connections kept alive, no pipelining; medians of ${rounds} rounds of ${load.durationMs / 1000} s. Ours with key, rate limit, log and metrics; the client is another process on the same machine.`,
    rounds,
    contestants: contestants.map((contestant) => ({
      name: contestant.name,
      measure: () => measureRound(contestant, request, load),
    })),
    goals: [{ row: 'reference platform', figure: 'requests/s', atLeast: 0.7 }],
  })
} finally {
  await Promise.all(contestants.map((contestant) => contestant.stop()))
  rmSync(folder, { recursive: true })
}

async function assertSameBytes({ name, origin }: Contestant, answer: ReferenceAnswer) {
  const { body } = await fetchReferenceAnswer(origin, answer)
  if (body !== answer.body) throw new Error(`${name} does not answer with the same bytes.`)
}
