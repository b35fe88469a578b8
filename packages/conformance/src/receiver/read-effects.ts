import { setTimeout as pause } from 'node:timers/promises'
import type { Effect, Sight } from '../engine/check.ts'
import type { Run } from '../engine/run.ts'
import { ConformanceError } from '../errors.ts'
import { missingOf } from './receiver-check.ts'
import type { ReceiverKit } from './receiver-kit.ts'
import type { ReceiverCheckOptions } from './receiver-options.ts'

type ReadEffects = NonNullable<ReceiverCheckOptions['effects']>

type EffectsOptions = Pick<Run, 'throwIfAborted'> & {
  effects: ReadEffects
  /** What must be seen sooner or later. */
  awaits: readonly Effect[]
  kit: ReceiverKit
}

/**
 * What the receiver has acted on. Waits until every awaited effect is there or the time is over, and then
 * until no more effects follow, so that a repeated effect is seen. Rejects with a `ConformanceError` of code
 * `effects-failed`.
 */
export async function readEffects(options: EffectsOptions): Promise<Sight> {
  const { effects, awaits, kit, throwIfAborted } = options
  const { effectsTimeoutMs: timeoutMs, pauses } = kit
  const { effectsPollMs: pollMs, effectsQuietMs: quietMs } = pauses
  const deadlineMs = performance.now() + timeoutMs
  let sight = toSight(await read(effects, timeoutMs), options)
  const isComplete = () => missingOf(sight, awaits).every((count) => count <= 0)
  const until = async (limitMs: number) => {
    throwIfAborted()
    await pause(Math.max(1, Math.min(pollMs, limitMs - performance.now())))
    sight = toSight(await read(effects, timeoutMs), options)
  }
  while (!isComplete() && performance.now() < deadlineMs) await until(deadlineMs)
  for (let seen = -1, quietAtMs = 0; ; ) {
    if (sight.size !== seen) quietAtMs = performance.now() + quietMs
    seen = sight.size
    if (performance.now() >= quietAtMs || performance.now() > deadlineMs + timeoutMs) return sight
    await until(quietAtMs)
  }
}

/** Reads the effects once, so that a function that cannot work is found before anything is sent. */
export async function read(effects: ReadEffects, timeoutMs: number): Promise<readonly Effect[]> {
  const over = new AbortController()
  const tooLate = async () => {
    await pause(timeoutMs, undefined, { signal: over.signal })
    throw new Error(`no list within ${timeoutMs} ms`)
  }
  try {
    const list: unknown = await Promise.race([effects(), tooLate()])
    if (Array.isArray(list) && list.every(isEffect)) return list
    throw new Error('no list of effects')
  } catch (cause) {
    const message = 'effects (--effects-url) did not return a list of { uuid, status }.'
    throw new ConformanceError('effects-failed', message, { cause })
  } finally {
    over.abort()
  }
}

function isEffect(value: unknown): value is Effect {
  if (typeof value !== 'object' || value === null) return false
  const { uuid, status } = value as Partial<Record<keyof Effect, unknown>>
  return typeof uuid === 'string' && typeof status === 'string'
}

function toSight(
  list: readonly Effect[],
  { awaits, kit: { events } }: EffectsOptions,
): Sight & { size: number } {
  const own = list
    .map(({ uuid, status }) => ({ uuid: uuid.toLowerCase(), status }))
    .filter(({ uuid }) => events.submissions.has(uuid))
  const statusesOf = (uuid: string) =>
    own.filter((one) => one.uuid === uuid).map(({ status }) => status)
  const isLive = awaits.some(({ uuid }) => statusesOf(uuid).length > 0)
  return { size: own.length, statusesOf, isLive }
}
