import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { causesOf, StoreDownError } from './errors.ts'
import type { TransactionGuard } from './store.ts'

/** Pause before the next attempt to start an engine, in milliseconds. */
const restartMs = 1_000

/** A Postgres in this process that restarts after a failure. */
export type EmbeddedEngine = {
  /** Runs `work` alone on the engine, in the order of the calls. */
  run<T>(work: (pglite: PGlite) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export type EngineOptions = {
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
export async function startEngine(options: EngineOptions): Promise<EmbeddedEngine> {
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
