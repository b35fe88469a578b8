import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@partner-platform/database'
import fc from 'fast-check'
import type { RateLimitPolicy } from '../../src/limits/rate-limiter.ts'
import { createSharedRateLimiter } from '../../src/limits/shared-rate-limiter.ts'
import { type Edit, edited } from '../import-mutant.ts'
import { checkRun, newTally, runs } from './sliding-window-model.ts'

const restMs = 864_000_000

/** Redefines the function that counts calls, in this database only: as it is, or with an edit. */
export async function defineLimits({ query }: Database, edit?: Omit<Edit, 'file'>): Promise<void> {
  const file = join(import.meta.dirname, '../../migrations/0001_rate_limits.sql')
  const source = edit ? edited({ file, ...edit }) : readFileSync(file, 'utf8')
  const statements = source.split('--> statement-breakpoint')
  const text = statements.find((one) => one.includes('CREATE FUNCTION "rate_limit_admit"')) ?? ''
  await query(text.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'))
}

let limiters = 0
let latestMs = Date.parse('2025-06-14T09:30:00.000Z')

/**
 * A limiter with its own keys and a clock that only the test moves. The clock starts days after all earlier
 * ones, so that their sweeps do not touch these keys.
 */
export function startLimiter({ query }: Database, policy: Partial<RateLimitPolicy> = {}) {
  const prefix = `${++limiters} `
  const startMs = latestMs + restMs
  let nowMs = startMs
  const limiter = createSharedRateLimiter({
    quota: 3,
    windowSeconds: 10,
    ...policy,
    query,
    nowMs: () => nowMs,
  })
  return {
    prefix,
    admit: (key = 'a') => limiter.admit(prefix + key),
    peek: (key = 'a') => limiter.peek(prefix + key),
    at(ms: number) {
      nowMs = startMs + ms
      latestMs = Math.max(latestMs, nowMs)
    },
  }
}

/** The property that the limiter of a database agrees with the model of the rule. */
export const agreesWithTheRule = (database: Database, tally = newTally()) =>
  fc.asyncProperty(runs(150), (run) =>
    checkRun(
      run,
      (policy, { monotonicMs }) => {
        const limiter = startLimiter(database, policy)
        const atNow = () => {
          limiter.at(monotonicMs())
          return limiter
        }
        return { ...policy, admit: (key) => atNow().admit(key), peek: (key) => atNow().peek(key) }
      },
      tally,
    ),
  )
