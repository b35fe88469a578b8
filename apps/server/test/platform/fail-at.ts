import type { PlatformContext } from '../../src/platform-context.ts'
import type { TestPlatform } from './start-platform.ts'

class Failpoint extends Error {}

const statements = new Set<PropertyKey>(['select', 'insert', 'update', 'delete', 'execute'])

/** The context, but statement number `step`, from 1, fails. */
function failAt(step: number, context: PlatformContext) {
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
    ...context,
    tx: guarded(context.tx, (key) => statements.has(key)),
    // A write of the queue counts as one statement.
    database: { ...context.database, jobs, within: () => context.database.within(context.tx) },
  } satisfies PlatformContext
}

/**
 * Does the work again and again, with each of its statements failing in turn, until none fails. Calls
 * `check` after each failure. Returns the number of statements.
 */
export async function failEach(
  { write }: Pick<TestPlatform, 'write'>,
  work: (context: PlatformContext) => Promise<unknown>,
  check: (step: number) => Promise<void>,
): Promise<number> {
  for (let step = 1; ; step++) {
    const isDone = await write((context) => work(failAt(step, context))).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Failpoint) return false
        throw error
      },
    )
    if (isDone) return step - 1
    await check(step)
  }
}
