// From a change of status to the partner: how long one takes while nothing else happens, and how many
// a second go through, on both stores. Server, load and receiver are processes of their own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '@partner-platform/database/testing'
import { createOperatorClient, createSecretsKey } from '../src/index.ts'
import {
  ask,
  createJournal,
  type EffectReceiver,
  mainFile,
  prepareWorld,
  startEffectReceiver,
} from '../src/testing/index.ts'

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
  const receiver = await startEffectReceiver()
  const store: Record<string, string> = postgres
    ? { DATABASE_URL: await postgres.createDatabase(), SERVER_SECRETS_KEY: createSecretsKey() }
    : { SERVER_DATA_FOLDER: folder }
  const server = await startServer({ ...store, SERVER_OPERATOR_TOKEN: token })
  try {
    const operator = createOperatorClient({ baseUrl: server.operatorUrl, token })
    const world = { operator, receiver, partyCount: count('endpoints'), submissionsEach: 10 }
    const submissions = (await prepareWorld(world)).flatMap((party) => party.submissions)
    const journal = createJournal()
    const change = async (index: number) => {
      const entry = journal.sent(submissions[index % submissions.length] ?? '', `STATUS_${index}`)
      await ask(operator, entry)
      if (!entry.receipt) throw new Error(`A change was refused with ${entry.refusal}.`)
    }
    const idle = await measureIdle(change, receiver)
    const perSecond = await measureSustained(change, receiver)
    console.log(
      `${kind.padEnd(9)}${idle.p50.toFixed(1).padStart(7)} ms${idle.p95.toFixed(1).padStart(8)} ms${perSecond.toFixed(0).padStart(10)}/s`,
    )
  } finally {
    await server.stop()
    await receiver.close()
    await postgres?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The reference platform as `start` runs it, without its log. Tests start it with slower WebAssembly. */
async function startServer(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--conditions=@partner-platform/source', mainFile], {
    env: { PATH: process.env.PATH, PORT: '0', OPERATOR_PORT: '0', SERVER_LOG: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    const [, operatorUrl] = /Operator surface ready: (\S+?)(?:,|\n)/.exec(said) ?? []
    if (operatorUrl === undefined) continue
    const stop = async () => {
      child.kill('SIGTERM')
      await exited
    }
    return { operatorUrl, stop }
  }
  throw new Error('The server ended before it was ready.')
}

/** Changes the status of a submission, chosen by the index. */
type Change = (index: number) => Promise<void>

/** Milliseconds from the call that changes a status to the arrival of its webhook. */
async function measureIdle(change: Change, receiver: EffectReceiver) {
  const tookMs: number[] = []
  for (let index = 0; index < count('idle') + 10; index++) {
    const arrival = Promise.withResolvers<void>()
    const stop = receiver.onArrival(() => arrival.resolve())
    const startMs = performance.now()
    await change(index)
    await arrival.promise
    stop()
    // The first ones only warm up.
    if (index >= 10) tookMs.push(performance.now() - startMs)
    await delay(25)
  }
  tookMs.sort((one, other) => one - other)
  const at = (share: number) => tookMs[Math.floor(share * (tookMs.length - 1))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

async function measureSustained(change: Change, receiver: EffectReceiver): Promise<number> {
  const before = receiver.arrivals.length
  const startMs = performance.now()
  let made = 0
  const lane = async () => {
    while (performance.now() - startMs < count('seconds') * 1000) await change(made++)
  }
  await Promise.all(Array.from({ length: count('lanes') }, lane))
  while (receiver.arrivals.length < before + made) await delay(20)
  return made / ((performance.now() - startMs) / 1000)
}
