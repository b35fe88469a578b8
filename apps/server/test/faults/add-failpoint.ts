import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from '@partner-platform/database'
import type { ServerDatabase } from '../../src/store/open-store.ts'
import { flights } from '../../src/store/schema.ts'
import { changeJobs } from './add-mutant.ts'

/** Points where a sender can be killed, in the order in which an event passes them. */
export const failpoints = [
  'change: within',
  'change: before its commit',
  'change: after its commit',
  'delivery: claimed, not sent',
  'delivery: answered, not settled',
  'settlement: within',
  'settlement: before its commit',
  'settlement: after its commit',
] as const

export type Failpoint = (typeof failpoints)[number]

type Scope = { kind: 'change' | 'settlement' | null }

/**
 * The store, but after `arm` it kills this process with SIGKILL at the failpoint.
 */
export function addFailpoint(database: ServerDatabase, failpoint: Failpoint | undefined) {
  const scopes = new AsyncLocalStorage<Scope>()
  let isArmed = false
  const pass = (point: Failpoint) => {
    if (isArmed && point === failpoint) process.kill(process.pid, 'SIGKILL')
  }
  /** Tells the kind of a transaction by its tables. */
  const watch = (tx: Transaction, scope: Scope): Transaction =>
    new Proxy(tx, {
      get(target, name) {
        const value = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (name === '$with' && args[0] === 'submission') scope.kind = 'change'
          if (name === 'delete' && args[0] === flights) {
            scope.kind = 'settlement'
            pass('delivery: answered, not settled')
          }
          return value.apply(target, args)
        }
      },
    })
  const passCommit = ({ kind }: Scope, when: 'before' | 'after') => {
    if (kind !== null) pass(`${kind}: ${when} its commit`)
  }
  const isWithin = (kind: Scope['kind']) => scopes.getStore()?.kind === kind
  const watched: ServerDatabase = {
    ...changeJobs(database, {
      insert(...given) {
        if (isWithin('change')) pass('change: within')
        return database.jobs.insert(...given)
      },
      complete(...given) {
        if (isWithin('settlement')) pass('settlement: within')
        return database.jobs.complete(...given)
      },
    }),
    query: async <Row>(text: string, values?: readonly unknown[]) => {
      const rows = await database.query<Row>(text, values)
      if (text.includes('insert into flights') && rows.length > 0) {
        pass('delivery: claimed, not sent')
      }
      return rows
    },
    async transaction(work) {
      const scope: Scope = { kind: null }
      const result = await scopes.run(scope, () =>
        database.transaction(async (tx) => {
          const done = await work(watch(tx, scope))
          passCommit(scope, 'before')
          return done
        }),
      )
      passCommit(scope, 'after')
      return result
    },
  }
  return {
    database: watched,
    arm() {
      isArmed = true
    },
  }
}
