import { parseArgs } from 'node:util'
import type { StoreLocation } from '@partner-platform/database'
import { httpLimits } from '@partner-platform/http-edge'
import { buildReceiver, createJsonLogger, type EventHandler, openStore } from '../../src/index.ts'
import { createSecretsFile } from '../../src/secrets-file.ts'
import { addMutant, type Mutant } from './add-mutant.ts'
import { boundConnections, countCallers, leakConnections, shiftClock } from './odd-sockets.ts'

// The app with options that no setting has: a handler that does what the status of an event says, a
// shorter lease or grace time, quicker retries, a wrong clock, a mutant. It prints each effect on stdout.
// SIGUSR2 makes it print how many callers are connected. SIGHUP makes its embedded store read-only, and the
// next SIGHUP makes it writable again.

const { DATABASE_URL, RECEIVER_DATA_FOLDER, RECEIVER_SECRETS = '' } = process.env
const { RECEIVER_SECRETS_FILE, LEASE_SECONDS, CLOCK_OFF_MS, HANGS } = process.env
const { CLOSE_GRACE_MS, REQUEST_TIMEOUT_MS } = process.env
const { RETRY_DELAYS_MS = '50,50,50,50' } = process.env
const mutant = process.env.MUTANT as Mutant | undefined
const { values } = parseArgs({ options: { help: { type: 'boolean' } } })

const handle: EventHandler = async ({ submission }, { storageKey, tries }) => {
  console.log(`Begun ${storageKey} ${tries}`)
  if (submission.status === 'HANGS' && HANGS !== undefined) await new Promise(() => {})
  if (submission.status === 'KILLS') process.kill(process.pid, 'SIGKILL')
  if (submission.status === 'FAILS') throw new RangeError('canary')
  if (submission.status === 'FAILS_ONCE' && tries === 1) throw new RangeError('canary')
  console.log(`Effect ${storageKey}`)
}

function toSecrets() {
  if (RECEIVER_SECRETS_FILE === undefined) return [RECEIVER_SECRETS]
  const variable = 'RECEIVER_SECRETS_FILE'
  const read = createSecretsFile({ variable, path: RECEIVER_SECRETS_FILE, onChange() {} })
  return mutant === 'forgets the old secret' ? () => read().slice(0, 1) : read
}

const noLimit = 2 ** 31 - 1

function toLimits() {
  if (mutant === 'waits for handlers that hang') return { closeGraceMs: noLimit }
  if (mutant === 'has no time limit for requests')
    return { headersTimeoutMs: 0, requestTimeoutMs: 0, silenceTimeoutMs: 0 }
  const timeoutMs = Number(REQUEST_TIMEOUT_MS)
  return {
    ...(CLOSE_GRACE_MS !== undefined && { closeGraceMs: Number(CLOSE_GRACE_MS) }),
    ...(REQUEST_TIMEOUT_MS !== undefined && {
      headersTimeoutMs: timeoutMs,
      requestTimeoutMs: timeoutMs,
      silenceTimeoutMs: timeoutMs,
    }),
  }
}

function toRetryDelays(): number[] {
  const delaysMs = RETRY_DELAYS_MS.split(',').map(Number)
  if (mutant === 'gives up after the first try') return []
  return mutant === 'tries for ever' ? Array(1_000).fill(delaysMs[0]) : delaysMs
}

async function main(): Promise<void> {
  const callers = countCallers()
  if (mutant === 'keeps the connections of those who gave up') leakConnections()
  if (mutant === 'has room for sixty callers') boundConnections(60)
  if (mutant === 'refuses late callers') boundConnections(httpLimits.connections - 1)
  if (CLOCK_OFF_MS !== undefined) shiftClock(Number(CLOCK_OFF_MS))
  const location: StoreLocation = DATABASE_URL
    ? { kind: 'postgres', url: DATABASE_URL }
    : { kind: 'embedded', folder: RECEIVER_DATA_FOLDER ?? null }
  const lease = LEASE_SECONDS === undefined ? {} : { leaseSeconds: Number(LEASE_SECONDS) }
  const store = await openStore({ location, ...lease })
  const receiver = await buildReceiver({
    database: addMutant(store, mutant),
    secrets: toSecrets(),
    handle,
    handling: { retryDelaysMs: toRetryDelays() },
    limits: toLimits(),
    logger: createJsonLogger(process.stderr),
  })
  const address = { host: '127.0.0.1', port: 0, inboxPort: 0 }
  const { url, inboxUrl } = await receiver.listen(address)
  process.on('SIGUSR2', () => console.log(`Callers: ${callers()}.`))
  let isReadOnly = false
  process.on('SIGHUP', () => {
    isReadOnly = !isReadOnly
    const set = store.query(`set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`)
    void set.then(() => console.log(isReadOnly ? 'Read-only.' : 'Writable.'))
  })
  const stop = async () => {
    if (mutant === 'drops all when it is told to stop') process.exit()
    await receiver.close().finally(() => store.close())
  }
  process.once('SIGTERM', () => void stop())
  console.log(`Receiver of development ready: ${url}/webhooks\nInbox: ${inboxUrl}`)
}

if (!values.help) await main()
