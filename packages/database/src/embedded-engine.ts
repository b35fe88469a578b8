import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { causesOf, StoreDownError } from './errors.ts'
import type { TransactionGuard } from './store.ts'

/** How long after an engine could not be started it is tried again. */
const restartMs = 1_000

/** A Postgres in this process that is started again when it broke. */
export type EmbeddedEngine = {
  /** Runs `work` on the engine while nobody else does, in the order of the calls. */
  run<T>(work: (pglite: PGlite) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type EngineOptions = {
  guard: TransactionGuard
  open(): Promise<PGlite>
  /** Whether what is committed outlives the engine, so that another may be started. */
  canRestart: boolean
  onLost(): void
  onRestarted(pglite: PGlite): Promise<void>
}

/**
 * Where Postgres cannot go on, as when the disk is full while it writes its log, it kills itself to be
 * restarted and recover. This one has nobody above it to do so and would refuse everything from then
 * on. Here the next call starts a new one on the same data.
 */
export async function startEngine(options: EngineOptions): Promise<EmbeddedEngine> {
  let current: PGlite | undefined = await options.open()
  let isClosed = false
  let failure: { error: unknown; until: number } | undefined
  let tail: Promise<unknown> = Promise.resolve()

  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    // It answers without ever letting the event loop turn: a busy store would keep every socket waiting.
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
    async run(work) {
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

/** An engine that gave up says so, or says nothing sensible and then does not even answer. */
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

/** Closing it in order would have it write once more; only its files are let go. */
async function abandon(pglite: PGlite): Promise<void> {
  try {
    await pglite.fs?.closeFs()
  } catch {
    // It is of no use any more either way.
  }
}
