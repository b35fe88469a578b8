// Measures acknowledged deliveries of the reference receiver and of a bare one, on both stores, in turns,
// each in a process of its own. It needs two cores for itself.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { createSecret } from '@partner-platform/webhooks'
import { type Load, type Measured, measureAcks } from './measure-acks.ts'
import { printResults } from './print-results.ts'
import { type Contestant, startContestants } from './start-contestants.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '50' },
  },
})
const load: Load = {
  connections: Number(values.connections),
  durationMs: Number(values.seconds) * 1000,
  secret: createSecret(),
}
const rounds = Number(values.rounds)

console.log(`Node ${process.version} on ${cpus().length} × ${cpus()[0]?.model}`)
console.log(
  `${load.connections} connections kept alive, every delivery another event; load and stores on the same machine`,
)
console.log(
  `Median of ${rounds} rounds of ${values.seconds} s, in turns, after one to warm up; Postgres with fsync, PGlite without\n`,
)
const { contestants, stop } = await startContestants(load.secret)
try {
  printResults(await measureInTurns(contestants))
} finally {
  await stop()
}

/** One turn of each to warm up, then the ones that count, so that a slow moment affects all. */
async function measureInTurns(contestants: readonly Contestant[]) {
  const results = contestants.map(({ name, store }) => ({ name, store, rounds: [] as Measured[] }))
  for (let turn = 0; turn <= rounds; turn++) {
    for (const [at, { url }] of contestants.entries()) {
      const measured = await measureAcks(url, load)
      if (turn > 0) results[at]?.rounds.push(measured)
    }
  }
  return results
}
