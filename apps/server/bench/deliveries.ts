// From a change of status to the partner: how long one takes while nothing else happens, and how many
// a second go through, on both stores. Server, load and receiver are processes of their own.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '@partner-platform/database/testing'
import { createOperatorClient, createSecretsKey } from '../src/index.ts'
import { type Fleet, prepareFleet } from './prepare-fleet.ts'
import { type Receiver, startReceiver } from './start-receiver.ts'
import { startServerProcess } from './start-server-process.ts'

const { values } = parseArgs({
  options: {
    idle: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '15' },
    lanes: { type: 'string', default: '16' },
    endpoints: { type: 'string', default: '20' },
  },
})
const count = (name: keyof typeof values) => Number(values[name])
const token = 'operator-token-of-the-bench-0123456789'

const [cpu] = cpus()
console.log(`Deliveries: Node ${process.version} on ${cpus().length} × ${cpu?.model}`)
console.log(
  `One server process with its default slots, ${count('endpoints')} endpoints, signed, 10 submissions each; receiver and load on the same machine`,
)
console.log(
  `Idle: ${count('idle')} changes, one after the other, 25 ms apart. Sustained: ${count('lanes')} lanes of changes for ${count('seconds')} s, until the last has arrived\n`,
)
console.log('store      idle p50   idle p95   sustained')
for (const kind of ['embedded', 'postgres'] as const) await measureStore(kind)

async function measureStore(kind: 'embedded' | 'postgres'): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-deliveries-'))
  const postgres = kind === 'postgres' ? await startPostgres({ flags: ['-c', 'fsync=on'] }) : null
  const receiver = await startReceiver()
  const store: Record<string, string> = postgres
    ? { DATABASE_URL: await postgres.createDatabase(), SERVER_SECRETS_KEY: createSecretsKey() }
    : { SERVER_DATA_FOLDER: folder }
  const server = await startServerProcess({ ...store, SERVER_OPERATOR_TOKEN: token })
  try {
    const operator = createOperatorClient({ baseUrl: server.operatorUrl, token })
    const fleet = await prepareFleet(operator, { count: count('endpoints'), url: receiver.url })
    const idle = await measureIdle(fleet, receiver)
    const perSecond = await measureSustained(fleet, receiver)
    console.log(
      `${kind.padEnd(9)}${idle.p50.toFixed(1).padStart(7)} ms${idle.p95.toFixed(1).padStart(8)} ms${perSecond.toFixed(0).padStart(10)}/s`,
    )
  } finally {
    await server.stop()
    await receiver.stop()
    await postgres?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds from the call that changes a status to the arrival of its webhook. */
async function measureIdle(fleet: Fleet, receiver: Receiver) {
  const tookMs: number[] = []
  for (let index = 0; index < count('idle') + 10; index++) {
    const arrival = receiver.nextArrival()
    const startMs = performance.now()
    await fleet.changeStatus(index)
    await arrival
    // The first ones only warm up.
    if (index >= 10) tookMs.push(performance.now() - startMs)
    await delay(25)
  }
  tookMs.sort((one, other) => one - other)
  const at = (share: number) => tookMs[Math.floor(share * (tookMs.length - 1))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

async function measureSustained(fleet: Fleet, receiver: Receiver): Promise<number> {
  const before = receiver.arrived
  const startMs = performance.now()
  let made = 0
  const lane = async () => {
    while (performance.now() - startMs < count('seconds') * 1000) await fleet.changeStatus(made++)
  }
  await Promise.all(Array.from({ length: count('lanes') }, lane))
  while (receiver.arrived < before + made) await delay(20)
  return made / ((performance.now() - startMs) / 1000)
}
