import type { PlatformContext } from '../../src/platform-context.ts'

export class Failpoint extends Error {}

const statements = new Set<PropertyKey>(['select', 'insert', 'update', 'delete', 'execute'])

/** The context, but statement number `step`, from 1, fails. `passed` counts the statements before it. */
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
      // A write of the queue counts as one statement.
      database: { ...context.database, jobs, within: () => context.database.within(context.tx) },
    } satisfies PlatformContext,
  }
}
