import { constants } from '@partner-platform/types'
import {
  advanceHealth,
  type EndpointHealth,
  soundHealth,
} from '../../src/deliver/endpoint-health.ts'
import type { Attempt } from '../../src/deliver/post-webhook.ts'
import {
  advanceDelivery,
  type DeliveryEvent,
  type DeliveryProgress,
  isTooEarly,
  startDelivery,
} from '../../src/deliver/retry-machine.ts'
import { checkTogether } from '../deliver/delivery-rules.ts'

/** An attempt under way: the real worker waits in it until the test says how it went. */
export type Flight = {
  attempt: number
  kind: 'scheduled' | 'probe'
  jobId: string
  /** Which of its endpoint's URLs it went to. */
  url: number
  end(attempt: Attempt): Promise<void>
}

export type ModelDelivery = {
  id: string
  submission: string
  createdAtMs: number
  progress: DeliveryProgress
  flight: Flight | null
  /** Flights that outlived their lease: their workers do not know it yet. */
  frozen: Flight[]
  /** Attempts that counted. */
  counted: number
  isJobLost: boolean
}

export type Moment = { nowMs: number; random: number }

const retentionMs = constants.deadLetterRetentionSeconds * 1000
const probeMs = constants.probeIntervalSeconds * 1000
const overdueMs = 120_000

/**
 * One endpoint and its deliveries as the two pure machines say they must stand; the test does the same to
 * the store.
 */
export class StoreModel {
  health: EndpointHealth = soundHealth
  deliveries: ModelDelivery[] = []
  /** Which URL the endpoint has, from 0. */
  url = 0
  readonly endpointId: string
  readonly partner: string

  constructor({ endpointId, partner }: { endpointId: string; partner: string }) {
    this.endpointId = endpointId
    this.partner = partner
  }

  create(id: string, submission: string, moment: Moment): void {
    const isHeld = this.health.state === 'disabled'
    const progress = startDelivery({ timestampMs: moment.nowMs, isHeld }, moment)
    this.deliveries.push({
      ...{ id, submission, progress, createdAtMs: moment.nowMs, flight: null },
      ...{ frozen: [], counted: 0, isJobLost: false },
    })
  }

  /** The held delivery that a probe would send: the oldest of those that are open, else of all. */
  findOldestHeld(moment: Moment): ModelDelivery | undefined {
    const held = this.deliveries
      .filter(({ progress }) => progress.state === 'held')
      .sort((one, other) => one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1))
    return held.find(({ progress }) => !isTooEarly(progress, moment)) ?? held[0]
  }

  settle(one: ModelDelivery, flight: Flight, attempt: Attempt, moment: Moment): void {
    const { outcome, status, retryAfterSeconds } = attempt
    const { kind } = flight
    const isKnown = this.deliveries.includes(one)
    const isAiling = isKnown && (this.health.state === 'disabled' || this.health.failures > 0)
    const isStale = flight.url !== this.url
    if (!isStale && (outcome !== 'accepted' || isAiling)) {
      this.affect({ type: 'attempt-ended', kind, outcome, status }, moment)
    }
    const told = isStale ? { status: null, retryAfterSeconds: null } : { status, retryAfterSeconds }
    const ended = { kind, outcome, ...told, attempt: flight.attempt }
    if (isKnown && this.move(one, { type: 'attempt-ended', ...ended }, moment)) one.counted += 1
  }

  affect(event: Parameters<typeof advanceHealth>[1], moment: Moment): void {
    const { health, effect } = advanceHealth(this.health, event, moment)
    this.health = health
    if (effect === null) return
    const type = effect === 'hold' ? 'endpoint-disabled' : 'endpoint-enabled'
    for (const each of this.deliveries) this.move(each, { type }, moment)
  }

  changeUrl(moment: Moment): void {
    this.url += 1
    this.affect({ type: 'url-changed' }, moment)
  }

  /** The probe came and found nothing to send. */
  postponeProbe({ nowMs }: Moment): void {
    this.health = { ...this.health, probeAtMs: nowMs + probeMs }
  }

  replay(one: ModelDelivery, { sendExpired }: { sendExpired: boolean }, moment: Moment): void {
    const isHeld = this.health.state === 'disabled'
    this.move(one, { type: 'replayed', isHeld, sendExpired }, moment)
  }

  expire(one: ModelDelivery, moment: Moment): void {
    this.move(one, { type: 'expired' }, moment)
  }

  sweep(moment: Moment): void {
    for (const one of this.deliveries) {
      const { state, dueAtMs } = one.progress
      if (state === 'pending' && Number(dueAtMs) <= moment.nowMs - overdueMs) one.isJobLost = false
      this.expire(one, moment)
      const { state: now, endedAtMs, opensAtMs } = one.progress
      const isEarly = Number(endedAtMs) > moment.nowMs && opensAtMs > moment.nowMs
      if (now === 'delivered' && isEarly) this.replay(one, { sendExpired: false }, moment)
    }
    this.deliveries = this.deliveries.filter(
      ({ progress: { endedAtMs } }) => endedAtMs === null || endedAtMs > moment.nowMs - retentionMs,
    )
  }

  check(): void {
    checkTogether(this)
  }

  private move(one: ModelDelivery, event: DeliveryEvent, moment: Moment): boolean {
    const { delivery, isIgnored } = advanceDelivery(one.progress, event, moment)
    one.progress = delivery
    // Whatever makes it pending gives it a job.
    if (!isIgnored) one.isJobLost = false
    return !isIgnored
  }
}
