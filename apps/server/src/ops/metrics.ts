import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
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

/** Figures of the process. They are sampled until it ends, so all servers in it share them. */
let ofProcess: Registry | undefined

function getProcessRegistry(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}

/** What this server does, as figures. Labels come from closed sets: no id, no URL, nothing of a caller. */
export function createMetrics({ inFlight }: MetricSources): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  const processRegistry = getProcessRegistry()
  const requests = new Histogram({
    name: 'partner_platform_request_seconds',
    help: 'Time to answer a request, by route template and status.',
    labelNames: ['route', 'status'],
    buckets: requestSeconds,
    registers,
  })
  const malformed = new Counter({
    name: 'partner_platform_malformed_requests_total',
    help: 'Requests that could not be read or came too late, by the status they got.',
    labelNames: ['status'],
    registers,
  })
  const undeclared = new Counter({
    name: 'partner_platform_undeclared_responses_total',
    help: 'Responses that the document does not have, by the status they were to have.',
    labelNames: ['status'],
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
  const early = new Counter({
    name: 'partner_platform_deliveries_put_off_total',
    help: 'Checks of waiting deliveries whose event is ahead of the clock, one per minute for each.',
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
      switch (entry.event) {
        case 'request': {
          const { route, status, durationMs } = entry
          return requests.observe({ route: route ?? 'none', status }, durationMs / 1000)
        }
        case 'malformed-request':
          return malformed.inc({ status: entry.status })
        case 'undeclared-response':
          return undeclared.inc({ status: entry.status })
        case 'attempt': {
          const { kind, outcome, state, durationMs } = entry
          attempts.observe({ kind, outcome }, durationMs / 1000)
          return ended.inc({ state })
        }
        case 'too-early':
          return early.inc()
        case 'failure':
        case 'store-failure':
        case 'worker-failure':
          return failures.inc({ event: entry.event })
      }
    },
    contentType: registry.contentType,
    render: async () => `${await processRegistry.metrics()}\n${await registry.metrics()}`,
  }
}
