import { isDeepStrictEqual } from 'node:util'
import {
  allowedOrigin,
  type createTestClock,
  type Platform,
} from '@partner-platform/server/testing'
import type { Environment } from '@partner-platform/types'
import fc from 'fast-check'
import { type HeaderLine, type Send, valuesOf } from '../http/exchange.ts'
import type { Judge, Limit } from '../judge/create-judge.ts'
import { linesOf, type Operation, type RequestWorld } from '../requests/read-operations.ts'

const environments = ['development', 'staging', 'production'] as const

type ModelKey = {
  environment: Environment
  /** Wall-clock time from which the key is revoked. */
  endsAtMs: number
  /** Times of the admitted calls. */
  admittedMs: number[]
}

/** The answer that the contract requires for a call; 200 stands for what an admitted one is owed. */
type Owed = { status: 200 | 401 | 403 | 429; remaining: number; resetSeconds: number }

/** The contract of keys, environments, origins and limits, as briefly as possible (D-015 to D-021). */
function createModel({ quota, windowSeconds, nowMs }: Limit & { nowMs: () => number }) {
  const keys: ModelKey[] = []
  const counted = ({ admittedMs }: ModelKey) =>
    admittedMs.filter((at) => nowMs() - at < windowSeconds * 1_000)
  const state = (key: ModelKey) => {
    const [oldest] = counted(key)
    const leftMs = oldest === undefined ? 0 : oldest + windowSeconds * 1_000 - nowMs()
    return {
      remaining: quota - counted(key).length,
      resetSeconds: oldest === undefined ? windowSeconds : Math.ceil(leftMs / 1_000),
    }
  }
  const isActive = ({ endsAtMs }: ModelKey) => nowMs() < endsAtMs
  return {
    keys,
    isActive,
    /** Whether the key is neither revoked nor about to be. */
    isLasting: ({ endsAtMs }: ModelKey) => endsAtMs === Number.POSITIVE_INFINITY,
    create(environment: Environment) {
      keys.push({ environment, endsAtMs: Number.POSITIVE_INFINITY, admittedMs: [] })
    },
    end(key: ModelKey, afterMs: number) {
      key.endsAtMs = Math.min(key.endsAtMs, nowMs() + afterMs)
    },
    /** The answer required for a call; counts the call if it is admitted. */
    call(key: ModelKey | null, { isOriginAllowed }: { isOriginAllowed: boolean }): Owed {
      if (key === null || !isActive(key)) {
        return { status: 401, remaining: quota, resetSeconds: windowSeconds }
      }
      if (key.environment !== 'development' || !isOriginAllowed) {
        return { status: 403, ...state(key) }
      }
      if (counted(key).length >= quota) return { status: 429, ...state(key) }
      key.admittedMs = [...counted(key), nowMs()]
      return { status: 200, ...state(key) }
    },
  }
}

type Model = ReturnType<typeof createModel>

/** What the commands act on; a mutant replaces one of its functions. */
type Real = Pick<Platform, 'createKey' | 'revokeKey' | 'rotateKey'> & {
  clock: ReturnType<typeof createTestClock>
  send: Send
  judge: Judge
  world: RequestWorld
  /** The server's keys, in the order of the model's. */
  keys: { id: string; key: string }[]
}

type Run = (model: Model, real: Real) => Promise<void>
type Command = fc.AsyncCommand<Model, Real>

const hasKeys = ({ keys }: Model) => keys.length > 0

const command = (name: string, run: Run, check = hasKeys): Command => ({
  check,
  run,
  toString: () => name,
})

/** One of the keys, as the model and the server know it. */
const pick = (at: number, { keys }: Model, real?: Real) => {
  const index = at % keys.length
  return { key: keys[index] as ModelKey, own: real?.keys[index] ?? { id: '', key: '' } }
}

/** Every kind of step: create, revoke and rotate keys, let time pass, call in any way, exhaust a limit. */
const commandsOf = (operation: Operation, quota: number): fc.Arbitrary<Command>[] => [
  fc.constantFrom('development' as const, 'development' as const, ...environments).map((one) =>
    command(
      `create ${one}`,
      async (model, real) => {
        model.create(one)
        real.keys.push(await real.createKey(one))
      },
      () => true,
    ),
  ),
  fc.nat().map((at) =>
    command(`revoke ${at}`, async (model, real) => {
      const { key, own } = pick(at, model, real)
      model.end(key, 0)
      await real.revokeKey(own.id)
    }),
  ),
  fc.tuple(fc.nat(), fc.constantFrom(0, 0, 30, 90)).map(([at, overlapSeconds]) =>
    command(
      `rotate ${at}, overlap ${overlapSeconds} s`,
      async (model, real) => {
        const { key, own } = pick(at, model, real)
        model.create(key.environment)
        model.end(key, overlapSeconds * 1_000)
        real.keys.push(await real.rotateKey(own.id, overlapSeconds))
      },
      (model) => hasKeys(model) && model.isLasting(pick(at, model).key),
    ),
  ),
  fc.integer({ min: 1, max: 70_000 }).map((ms) =>
    command(
      `pass ${ms} ms`,
      async (_, { clock }) => clock.advance(ms),
      () => true,
    ),
  ),
  ...Array.from({ length: 3 }, () =>
    callOf(operation).map((call) =>
      command(`call ${call.at} ${call.origin ?? ''}`, callOnce(call)),
    ),
  ),
  callOf(operation).map((call) =>
    command(`use up ${call.at}`, async (model, real) => {
      const once = callOnce({ ...call, isKnown: true, origin: null })
      for (let left = quota + 1; left > 0; left--) await once(model, real)
    }),
  ),
]

type Call = {
  at: number
  isKnown: boolean
  origin: string | null
  /** With a placeholder for the key. */
  lines: HeaderLine[]
}

const placeholder = '<key>'

const callOf = ({ security }: Operation): fc.Arbitrary<Call> =>
  fc.record({
    at: fc.nat(),
    isKnown: fc.nat(9).map((one) => one > 0),
    origin: fc.constantFrom(null, null, allowedOrigin, 'https://other.example'),
    lines: linesOf(security, placeholder),
  })

const callOnce =
  ({ at, isKnown, origin, lines }: Call): Run =>
  async (model, real) => {
    const { key, own } = pick(at, model, real)
    const isOriginAllowed = origin === null || origin === allowedOrigin
    const owed = model.call(isKnown ? key : null, { isOriginAllowed })
    const text = isKnown ? own.key : own.key.replace(/.$/, '!')
    const headers = lines.map(
      ([name, value]): HeaderLine => [name, value.replace(placeholder, text)],
    )
    if (origin !== null) headers.push(['Origin', origin])
    const { status, ...sample } = real.world.sample
    const exchange = await real.send({
      ...sample,
      method: real.world.operation.method,
      headers: [...headers, ...sample.headers],
    })
    const [said = ''] = valuesOf(exchange.response.headers, 'RateLimit')
    const [, remaining, resetSeconds] = /;r=([0-9]+);t=([0-9]+)$/.exec(said) ?? []
    const got = {
      status: exchange.response.status,
      remaining: Number(remaining),
      resetSeconds: Number(resetSeconds),
      retryAfter: valuesOf(exchange.response.headers, 'Retry-After').join(),
      problems: real.judge(exchange),
    }
    const retryAfter = owed.status === 429 ? `${owed.resetSeconds}` : ''
    const want = {
      ...owed,
      status: owed.status === 200 ? status : owed.status,
      retryAfter,
      problems: [],
    }
    if (isDeepStrictEqual(got, want)) return
    throw new Error(`Expected ${JSON.stringify(want)}, received ${JSON.stringify(got)}.`)
  }

export type RunModelOptions = {
  real: Omit<Real, 'keys'>
  /** The state of the model. */
  limit: Limit
  seed: number
  runs: number
  /** Whether to look for a shorter sequence that fails too. @default true */
  shrinks?: boolean
}

/** Plays random sequences of commands against the server and a model of the contract. */
export function runModel({ real, limit, seed, runs, shrinks = true }: RunModelOptions) {
  const commands = fc.commands(commandsOf(real.world.operation, limit.quota), {
    maxCommands: 40,
    size: 'max',
  })
  return fc.check(
    fc.asyncProperty(commands, (some) =>
      fc.asyncModelRun(
        () => ({
          model: createModel({ ...limit, nowMs: real.clock.wallMs }),
          real: { ...real, keys: [] },
        }),
        some,
      ),
    ),
    { seed, numRuns: runs, endOnFailure: !shrinks },
  )
}
