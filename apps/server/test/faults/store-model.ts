import { constants } from '@partner-platform/types'
import type { Attempt } from '../../src/deliver/post-webhook.ts'
import { type DeliveryEvent, isTooEarly } from '../../src/deliver/retry-machine.ts'
import { DeliveryModel, machines, type Tracked } from '../deliver/delivery-model.ts'

/** An attempt in flight: the real worker waits until the test decides the outcome. */
export type Flight = {
  attempt: number
  kind: 'scheduled' | 'probe'
  jobId: string
  /** The index of the URL that it went to. */
  url: number
  end(attempt: Attempt): Promise<void>
}

export type ModelDelivery = Omit<Tracked, 'flight' | 'frozen'> & {
  id: string
  flight: Flight | null
  frozen: Flight[]
  isJobLost: boolean
}

export type Moment = { nowMs: number; random: number }

const retentionMs = constants.deadLetterRetentionSeconds * 1000
const probeMs = constants.probeIntervalSeconds * 1000
const overdueMs = 120_000

/** The model of one endpoint. The test applies the same commands to its twin in the store. */
export class StoreModel extends DeliveryModel {
  override deliveries: ModelDelivery[] = []
  /** The index of the current URL, from 0. */
  url = 0
  readonly endpointId: string
  readonly partner: string

  constructor({ endpointId, partner }: { endpointId: string; partner: string }) {
    super(machines, {})
    this.endpointId = endpointId
    this.partner = partner
  }

  setMoment({ nowMs, random }: Moment): void {
    this.nowMs = nowMs
    this.random = random
  }

  add(id: string): void {
    this.deliveries.push({ ...this.begin(), id, flight: null, frozen: [], isJobLost: false })
  }

  /** The held delivery that a probe would send: the oldest open one, else the oldest. */
  findOldestHeld(): ModelDelivery | undefined {
    const held = this.deliveries
      .filter(({ progress }) => progress.state === 'held')
      .sort((one, other) => one.timestampMs - other.timestampMs || (one.id < other.id ? -1 : 1))
    return held.find(({ progress }) => !isTooEarly(progress, this)) ?? held[0]
  }

  land(one: ModelDelivery, { kind, url, attempt }: Flight, ending: Attempt): void {
    const { outcome, status, retryAfterSeconds } = ending
    const isKnown = this.deliveries.includes(one)
    const isAiling = isKnown && (this.health.state === 'disabled' || this.health.failures > 0)
    const isStale = url !== this.url
    if (!isStale && (outcome !== 'accepted' || isAiling)) {
      this.affect({ type: 'attempt-ended', kind, outcome, status })
    }
    const told = isStale ? { status: null, retryAfterSeconds: null } : { status, retryAfterSeconds }
    if (isKnown) this.move(one, { type: 'attempt-ended', kind, outcome, attempt, ...told })
  }

  changeUrl(): void {
    this.url += 1
    this.affect({ type: 'url-changed' })
  }

  /** The probe found nothing to send. */
  postponeProbe(): void {
    this.health = { ...this.health, probeAtMs: this.nowMs + probeMs }
  }

  sweep(): void {
    for (const one of this.deliveries) {
      const { state, dueAtMs } = one.progress
      if (state === 'pending' && Number(dueAtMs) <= this.nowMs - overdueMs) one.isJobLost = false
    }
    this.wait(0)
    this.deliveries = this.deliveries.filter(
      ({ progress: { endedAtMs } }) => endedAtMs === null || endedAtMs > this.nowMs - retentionMs,
    )
  }

  override move(one: ModelDelivery, event: DeliveryEvent): boolean {
    const isMoved = super.move(one, event)
    // Any move to pending creates a job.
    if (isMoved) one.isJobLost = false
    return isMoved
  }
}
