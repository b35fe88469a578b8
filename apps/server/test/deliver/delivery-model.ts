import { constants } from '@partner-platform/types'
import type { EndpointHealth, HealthEvent } from '../../src/deliver/endpoint-health.ts'
import { advanceHealth, soundHealth } from '../../src/deliver/endpoint-health.ts'
import {
  type AttemptEnded,
  advanceDelivery,
  type DeliveryEvent,
  type DeliveryProgress,
  startDelivery,
} from '../../src/deliver/retry-machine.ts'
import { checkMove, checkStart, checkTogether, note, type Seen } from './delivery-rules.ts'

/** The two state machines. A test can replace them with faulty ones. */
export const machines = { advanceDelivery, advanceHealth, startDelivery }
export type Machines = typeof machines

type Flight = { attempt: number; kind: 'scheduled' | 'probe' }
export type Tracked = {
  progress: DeliveryProgress
  flight: Flight | null
  /** Flights whose worker froze. It may still settle them. */
  frozen: Flight[]
  /** Numbers of the attempts that counted, in order. */
  numbers: number[]
  /** The timestamp of its event. */
  timestampMs: number
  /** When its event was created, or last replayed with `sendExpired`. */
  bornAtMs: number
}

type Ending = Pick<AttemptEnded, 'outcome' | 'status' | 'retryAfterSeconds'>
const dayMs = 86_400_000
/** The last two are just under and just over the life of an event. */
const waitsMs = [1000, 3_600_000, -3_600_000, dayMs, 6 * dayMs, 28.5 * dayMs, 31 * dayMs]
const most = 3

export const accepted: Ending = { outcome: 'accepted', status: 200, retryAfterSeconds: null }
export const failed: Ending = { outcome: 'refused', status: 500, retryAfterSeconds: null }
const endings: Ending[] = [
  accepted,
  failed,
  failed,
  failed,
  { ...failed, status: constants.endpointGoneStatus },
  { ...failed, status: 503, retryAfterSeconds: 100_000 },
  { ...failed, outcome: 'timed-out', status: null },
  { ...failed, outcome: 'blocked', status: null },
]

/** One endpoint with up to three deliveries, driven like the platform and checked at every move. */
export class DeliveryModel {
  nowMs = Date.parse('2025-06-14T09:30:00.000Z')
  health: EndpointHealth = soundHealth
  deliveries: Tracked[] = []
  readonly #machines: Machines
  readonly #seen: Seen
  /** From 0 up to, but not including, 1. */
  random = 0.5

  constructor(given: Machines, seen: Seen) {
    this.#machines = given
    this.#seen = seen
  }

  /** Runs one command; `pick` chooses its target and variant. */
  run(command: number, pick: number): void {
    this.random = (pick % 100) / 100
    const one = this.deliveries[pick % most]
    const ending = endings[pick % endings.length] ?? failed
    const commands = [
      () => this.create(),
      () => this.attemptNext(ending),
      () => this.attemptNext(ending),
      () => this.attemptNext(failed),
      () => this.attemptNext(failed),
      () => one && this.start(one),
      () => one && this.finish(one, ending),
      () => one && this.freeze(one),
      () => one && this.thaw(one, ending),
      () => this.operate(pick % 2 === 0 ? 'operator-enabled' : 'operator-disabled'),
      () => one && this.replay(one, pick % 5 === 0),
      () => this.wait(waitsMs[pick % waitsMs.length] ?? 0),
      () => one && this.stray(one, pick),
    ]
    commands[command % commands.length]?.()
    checkTogether(this)
  }

  create(): void {
    if (this.deliveries.length === most) return
    this.deliveries.push({ ...this.begin(), flight: null, frozen: [] })
  }

  /** The delivery of an event that is created now. */
  begin(): Omit<Tracked, 'flight' | 'frozen'> {
    const timestampMs = this.nowMs
    const event = { timestampMs, isHeld: this.health.state === 'disabled' }
    const progress = this.#machines.startDelivery(event, this.moment())
    return { progress, numbers: [], timestampMs, bornAtMs: timestampMs }
  }

  /** Starts an attempt if possible, moving the clock to its due time. Returns whether it did. */
  start(one: Tracked): boolean {
    if (one.flight !== null) return false
    const { state, dueAtMs, opensAtMs, expiresAtMs, attempts } = one.progress
    const kind = state === 'pending' ? 'scheduled' : this.#isProbe(one) ? 'probe' : null
    if (kind === null) return false
    const dueMs = kind === 'probe' ? this.health.probeAtMs : dueAtMs
    // A worker puts off an event that has not opened.
    this.nowMs = Math.max(this.nowMs, Number(dueMs), opensAtMs)
    // A worker checks this before it sends.
    if (expiresAtMs <= this.nowMs) {
      this.move(one, { type: 'expired' })
      return false
    }
    checkStart({ one, nowMs: this.nowMs })
    one.flight = { attempt: attempts + 1, kind }
    return true
  }

  #isProbe(one: Tracked): boolean {
    const oldest = this.deliveries.find(({ progress }) => progress.state === 'held')
    return one === oldest && this.health.probeAtMs !== null
  }

  finish(one: Tracked, ending: Ending): void {
    if (one.flight === null) return
    const flight = one.flight
    one.flight = null
    this.settle(one, { type: 'attempt-ended', ...flight, ...ending })
  }

  /** A worker freezes: its lease ends, and another worker may repeat the attempt. */
  freeze(one: Tracked): void {
    if (one.flight === null) return
    one.frozen.push(one.flight)
    one.flight = null
  }

  thaw(one: Tracked, ending: Ending): void {
    const flight = one.frozen.pop()
    if (flight) this.settle(one, { type: 'attempt-ended', ...flight, ...ending })
  }

  /** Applies both machines. Their order must not matter. */
  settle(one: Tracked, ended: AttemptEnded): void {
    if (this.random < 0.5) {
      if (this.move(one, ended)) this.affect(ended)
      return
    }
    // In this order, check the delivery's fence before moving the endpoint.
    if (ended.attempt === one.progress.attempts + 1) this.affect(ended)
    this.move(one, ended)
  }

  operate(type: 'operator-enabled' | 'operator-disabled'): void {
    this.affect({ type })
  }

  affect(event: HealthEvent): void {
    const { health, effect } = this.#machines.advanceHealth(this.health, event, this.moment())
    this.health = health
    if (effect === null) return
    const type = effect === 'hold' ? 'endpoint-disabled' : 'endpoint-enabled'
    for (const each of this.deliveries) this.move(each, { type })
  }

  replay(one: Tracked, sendExpired: boolean): void {
    this.move(one, { type: 'replayed', isHeld: this.health.state === 'disabled', sendExpired })
  }

  /** Time passes or the clock is set; then the sweep runs. */
  wait(ms: number): void {
    this.nowMs += ms
    for (const each of this.deliveries) {
      this.move(each, { type: 'expired' })
      const { state, endedAtMs, opensAtMs } = each.progress
      const isEarly = Number(endedAtMs) > this.nowMs && opensAtMs > this.nowMs
      if (state === 'delivered' && isEarly) this.replay(each, false)
    }
  }

  /** An event that is out of place. */
  stray(one: Tracked, pick: number): void {
    const { attempts } = one.progress
    const events: DeliveryEvent[] = [
      { type: 'attempt-ended', attempt: attempts, kind: 'scheduled', ...accepted },
      { type: 'attempt-ended', attempt: attempts + 2, kind: 'probe', ...failed },
      { type: 'expired' },
    ]
    const event = events[pick % events.length]
    if (event) this.move(one, event)
  }

  move(one: Tracked, event: DeliveryEvent): boolean {
    const before = one.progress
    const after = this.#machines.advanceDelivery(before, event, this.moment())
    one.progress = after ?? before
    const { attempts, expiresAtMs } = one.progress
    if (event.type === 'replayed' && expiresAtMs !== before.expiresAtMs) one.bornAtMs = this.nowMs
    if (attempts !== before.attempts) one.numbers.push(attempts)
    const made = { before, event, after, nowMs: this.nowMs, one }
    checkMove(made)
    note(this.#seen, made)
    return after !== null
  }

  /** Makes the next possible attempt, in order of creation. */
  attemptNext(ending: Ending): boolean {
    for (const each of this.deliveries) {
      if (each.flight === null && !this.start(each)) continue
      this.finish(each, ending)
      return true
    }
    return false
  }

  isOver = (): boolean =>
    this.deliveries.every(({ progress }) => /^(delivered|dead-letter)$/.test(progress.state))

  moment = () => ({ nowMs: this.nowMs, random: this.random })
}
