import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite, types } from '@electric-sql/pglite'
import { causesOf, StoreDownError } from './errors.ts'
import { prepareStatements } from './prepare-statements.ts'
import { planInOrder, type TransactionGuard } from './store.ts'

/** Pause before the next attempt to start an engine, in milliseconds. */
const restartMs = 1_000

/** A Postgres in this process that restarts after a failure. */
export type EmbeddedEngine = Awaited<ReturnType<typeof startEngine>>

type EngineOptions = {
  guard: TransactionGuard
  open(): Promise<PGlite>
  /** Whether committed data outlives the engine, so that another one may start. */
  canRestart: boolean
  onLost(): void
  onRestarted(pglite: PGlite): Promise<void>
}

/**
 * When Postgres cannot continue, for example because the disk is full while it writes its log, it exits
 * and expects to be restarted. The embedded one has no supervisor and would refuse everything from then
 * on, so the next call starts a new engine on the same data.
 */
export async function startEngine(options: EngineOptions) {
  let current: PGlite | undefined = await options.open()
  let isClosed = false
  let failure: { error: unknown; until: number } | undefined
  let tail: Promise<unknown> = Promise.resolve()

  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    // PGlite answers without a turn of the event loop: a busy store would block every socket.
    const result = tail.then(() => nextTurn()).then(work)
    tail = result.catch(() => {})
    return result
  }
  const take = async (): Promise<PGlite> => {
    if (isClosed) throw new StoreDownError('The store is closed.')
    if (current) return current
    if (failure && performance.now() < failure.until) throw cannotStart(failure.error)
    let pglite: PGlite | undefined
    try {
      pglite = await options.open()
      await options.onRestarted(pglite)
    } catch (error) {
      if (pglite) await abandon(pglite)
      failure = { error, until: performance.now() + restartMs }
      throw cannotStart(error)
    }
    current = pglite
    return pglite
  }
  return {
    /** Runs `work` alone on the engine, in the order of the calls. */
    async run<T>(work: (pglite: PGlite) => Promise<T>): Promise<T> {
      options.guard.assertOutside()
      return enqueue(async () => {
        const pglite = await take()
        try {
          return await work(pglite)
        } catch (error) {
          if (!options.canRestart || !(await isBroken(pglite, error))) throw error
          current = undefined
          options.onLost()
          await abandon(pglite)
          throw new StoreDownError(
            'The embedded store stopped. The next call restarts it with all committed data; see cause for what to fix.',
            { cause: error },
          )
        }
      })
    },
    close: () =>
      enqueue(async () => {
        if (isClosed) return
        isClosed = true
        await current?.close()
      }),
  }
}

const cannotStart = (cause: unknown) =>
  new StoreDownError(
    'The embedded store could not be restarted. Check that the data folder can be read and written, and see cause.',
    { cause },
  )

/** An engine that exited reports it, or fails in some other way and then answers no query. */
async function isBroken(pglite: PGlite, error: unknown): Promise<boolean> {
  const causes = [...causesOf(error)] as { severity?: unknown; code?: unknown }[]
  if (causes.some(({ severity }) => severity === 'PANIC' || severity === 'FATAL')) return true
  if (causes.some(({ code }) => /^[0-9A-Z]{5}$/.test(String(code)))) return false
  try {
    const { rows } = await pglite.query<{ one: number }>('select 1 as one')
    return rows[0]?.one !== 1
  } catch {
    return true
  }
}

/** Closes only the files: an orderly shutdown would write to the data. */
async function abandon(pglite: PGlite): Promise<void> {
  try {
    await pglite.fs?.closeFs()
  } catch {
    // The engine is unusable in any case.
  }
}

/** A checkpoint frees the part of the log beyond this size. */
const startParams = [...PGlite.defaultStartParams, ...planInOrder, '-c', 'max_wal_size=64MB']

const options = {
  startParams,
  // PGlite's own functions convert byte by byte: a third of the time of a statement that returns bodies.
  parsers: { [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex') },
  serializers: {
    [types.BYTEA]: ({ buffer, byteOffset, byteLength }: Uint8Array) =>
      `\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`,
  },
}

/** Postgres in this process, on a folder that is open nowhere else, or in memory. */
export async function openPglite(folder: string | null): Promise<PGlite> {
  if (folder === null) return prepareStatements(await PGlite.create('memory://', options))
  const data = join(folder, 'postgres')
  const mark = join(folder, 'has-data')
  if (existsSync(data)) checkData(data)
  else if (existsSync(mark)) throw damaged('its folder postgres is missing')
  else await makeData(data)
  // If the data is missing later, this mark keeps us from creating a new, empty store.
  if (!existsSync(mark)) writeFileSync(mark, '')
  // Left by a process that crashed. If it crashed while writing the file, the file is empty and Postgres
  // would refuse to start. The lock already proves that no other process uses the folder.
  rmSync(join(data, 'postmaster.pid'), { force: true })
  return prepareStatements(await start(data))
}

/** Only Postgres's own log says why it does not start. */
async function start(data: string): Promise<PGlite> {
  const complaints: string[] = []
  const onStderr = (line: string) => {
    const [complaint] = /(FATAL|PANIC): .*/.exec(line) ?? []
    if (complaint) complaints.push(complaint)
    return false
  }
  try {
    return await PGlite.create(data, { ...options, onStderr })
  } catch (cause) {
    throw explainStart(complaints, cause)
  }
}

/** Half-created data of a process that crashed must never be used. */
async function makeData(data: string): Promise<void> {
  const draft = `${data}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  const pglite = await start(draft)
  await pglite.close()
  renameSync(draft, data)
}

/** Size of a whole file of Postgres's write-ahead log, in bytes. */
const segmentBytes = 16 * 2 ** 20
/** Which transactions were committed. Postgres reads a missing file here as zeros: nothing was. */
const statusLogs = ['pg_xact', 'pg_multixact/offsets', 'pg_multixact/members']
/** Size of a page of Postgres's files, in bytes. */
const pageBytes = 8_192

/** Parts that a data folder needs: without them Postgres would create a new one, or could not start. */
const parts = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', ...statusLogs]

/**
 * Throws if a part of the data is missing or cut short. The engine would create a new, empty store over
 * data without a version, and would accept a log that is cut short as complete.
 */
function checkData(data: string): void {
  const missing = parts.filter((part) => !existsSync(join(data, part)))
  if (missing.length > 0) throw damaged(`${missing.join(', ')} is missing`)
  const log = join(data, 'pg_wal')
  const segments = readdirSync(log).filter((name) => /^[0-9A-F]{24}$/.test(name))
  if (segments.length === 0) throw damaged('pg_wal has no file')
  const cut = segments.find((name) => statSync(join(log, name)).size !== segmentBytes)
  if (cut !== undefined) throw damaged(`pg_wal/${cut} is truncated`)
  for (const place of statusLogs) {
    const sizes = readdirSync(join(data, place)).map(
      (name) => statSync(join(data, place, name)).size,
    )
    if (!sizes.some((size) => size > 0)) throw damaged(`${place} is empty`)
    if (sizes.some((size) => size % pageBytes > 0)) throw damaged(`${place} is truncated`)
  }
}

const restore = 'Restore the folder from a backup, or use another folder.'
const advices: [output: RegExp, advice: string][] = [
  [
    /incompatible with server/,
    'It was written by another version: start that version, or use another folder.',
  ],
  [/No space left|quota/i, 'Free space on its disk, then start again.'],
  [/Permission denied|Read-only/i, 'Give this process write permission, or use another folder.'],
  [
    /control file|pg_control|checkpoint|No such file|does not exist|not a valid|status of|catalog/,
    restore,
  ],
  [/^/, 'Check that its disk has free space. If it does, restore the folder from a backup.'],
]

/** Explains from Postgres's output why it did not start on the data, and what to do. */
function explainStart(complaints: readonly string[], cause: unknown): StoreDownError {
  const received = complaints.join('; ') || 'Postgres gave no reason'
  const [, advice] = advices.find(([output]) => output.test(received)) ?? []
  return new StoreDownError(`The embedded store did not start: ${received}. ${advice}`, { cause })
}

const damaged = (received: string) =>
  new StoreDownError(`The data folder is damaged: ${received}. Nothing was changed. ${restore}`)
