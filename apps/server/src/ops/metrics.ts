import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { LogEntry } from '../log.ts'

export type Metrics = {
  /** Counts what is logged: the two tell the same facts. */
  observe(entry: LogEntry): void
  contentType: string
  /** The form that Prometheus reads. */
  render(): Promise<string>
}

/** Figures that are read when they are asked for. */
export type MetricSources = { inFlight(): number }

const requestSeconds = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]
const attemptSeconds = [0.01, 0.05, 0.2, 1, 5, 15]

/** What this process does, as figures. Labels are of closed sets: no id, no URL, nothing of a caller. */
export function createMetrics({ inFlight }: MetricSources): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'partner_platform_request_seconds',
    help: 'Time to answer a request, by route template and status.',
    labelNames: ['route', 'status'],
    buckets: requestSeconds,
    registers,
  })
  const attempts = new Histogram({
    name: 'partner_platform_delivery_attempt_seconds',
    help: 'Time of one delivery attempt, by outcome.',
    labelNames: ['kind', 'outcome'],
    buckets: attemptSeconds,
    registers,
  })
  const ended = new Counter({
    name: 'partner_platform_delivery_moves_total',
    help: 'Deliveries by the state that an attempt brought them to.',
    labelNames: ['state'],
    registers,
  })
  const failures = new Counter({
    name: 'partner_platform_failures_total',
    help: 'Requests, attempts and looks into the store that failed on our side.',
    labelNames: ['event'],
    registers,
  })
  new Gauge({
    name: 'partner_platform_delivery_attempts_in_flight',
    help: 'Delivery attempts that this process is making now.',
    registers,
    collect() {
      this.set(inFlight())
    },
  })
  return {
    observe(entry) {
      if (entry.event === 'request') {
        const route = entry.route ?? 'none'
        requests.observe({ route, status: entry.status }, entry.durationMs / 1000)
      } else if (entry.event === 'attempt') {
        const { kind, outcome, state, durationMs } = entry
        attempts.observe({ kind, outcome }, durationMs / 1000)
        ended.inc({ state })
      } else if (entry.event.endsWith('failure')) failures.inc({ event: entry.event })
    },
    contentType: registry.contentType,
    render: () => registry.metrics(),
  }
}
