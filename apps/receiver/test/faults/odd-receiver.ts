import { parseArgs } from 'node:util'
import { toLocation } from '@partner-platform/database/settings'
import { openPatiently } from '@partner-platform/database/testing/open-patiently'
import { readSettings } from '@partner-platform/settings'
import { buildReceiver, createJsonLogger, type EventHandler, openStore } from '../../src/index.ts'
import { settings } from '../../src/settings.ts'
import { toTrust } from '../../src/start-receiver.ts'
import { addMutant, type Mutant } from './add-mutant.ts'

// The app with options that no setting has. Its handler does what the status of an event says, and prints
// each effect.

/** Options of this receiver, as JSON in the variable `ODDS`. */
export type Odds = {
  mutant?: Mutant
  leaseSeconds?: number
  /** How far its clock is ahead. */
  clockOffMs?: number
  /** How long connections and handlers may take to finish at a stop. @default 5_000 */
  closeGraceMs?: number
  /** Whether its handler never ends with events of the status HANGS. @default false */
  hangs?: boolean
}

const odds: Odds = JSON.parse(process.env.ODDS ?? '{}')
const { mutant } = odds
const logger = createJsonLogger(process.stderr)

const handle: EventHandler = async ({ submission }, { storageKey, tries }) => {
  console.log(`Begun ${storageKey} ${tries}`)
  if (submission.status === 'HANGS' && odds.hangs) await new Promise(() => {})
  console.log(`Effect ${storageKey}`)
}

/** Shifts the clock of this process, and of an embedded store in it. */
function shiftClock(offMs: number): void {
  const RealDate = Date
  const now = () => RealDate.now() + offMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  })
}

async function main(): Promise<void> {
  if (odds.clockOffMs !== undefined) shiftClock(odds.clockOffMs)
  const values = readSettings(settings, process.env)
  const location = toLocation(values, values.RECEIVER_DATA_FOLDER)
  const { secrets = [] } = toTrust(values, logger)
  const { leaseSeconds = 60, closeGraceMs = 5_000 } = odds
  const hangs = mutant === 'waits for handlers that hang'
  const { store, receiver } = await openPatiently(async () => {
    const store = await openStore({ location, leaseSeconds })
    try {
      const receiver = await buildReceiver({
        database: addMutant(store, mutant),
        secrets,
        handle,
        limits: { closeGraceMs: hangs ? 2 ** 31 - 1 : closeGraceMs },
        handling: { retryDelaysMs: [50, 50, 50, 50] },
        logger,
      })
      return { store, receiver }
    } catch (error) {
      // The busy machine may also refuse the connection for notifications.
      await store.close()
      throw error
    }
  })
  const address = { host: '127.0.0.1', port: 0, inboxPort: 0 }
  const { url, inboxUrl } = await receiver.listen(address)
  process.once('SIGTERM', async () => {
    if (mutant === 'drops everything on SIGTERM') process.exit()
    await receiver.close().finally(() => store.close())
  })
  console.log(`Receiver for development ready: ${url}/webhooks\nInbox: ${inboxUrl}`)
}

const { values } = parseArgs({ options: { help: { type: 'boolean' } } })
if (!values.help) await main()
