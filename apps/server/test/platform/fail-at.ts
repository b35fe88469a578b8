import type { PlatformContext } from '../../src/platform-context.ts'

export class Failpoint extends Error {}

const statements = new Set<PropertyKey>(['select', 'insert', 'update', 'delete', 'execute'])

/** The context with a failure in place of statement number `step`, from 1; `passed` counts those before. */
export function failAt(step: number, context: PlatformContext) {
  let passed = 0
  const check = () => {
    if (passed + 1 === step) throw new Failpoint(`statement ${step}`)
    passed += 1
  }
  const guarded = <Target extends object>(
    target: Target,
    isCounted: (key: PropertyKey) => boolean,
  ) =>
    new Proxy(target, {
      get(from, key) {
        const value = Reflect.get(from, key, from)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (isCounted(key)) check()
          return value.apply(from, args)
        }
      },
    })
  const jobs = guarded(context.database.jobs, (key) => key === 'insert' || key === 'send')
  return {
    passed: () => passed,
    context: {
      ...context,
      tx: guarded(context.tx, (key) => statements.has(key)),
      // The queue writes through the transaction as it is, and is counted as a whole.
      database: { ...context.database, jobs, within: () => context.database.within(context.tx) },
    } satisfies PlatformContext,
  }
}
