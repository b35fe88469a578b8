import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { LogEntry } from '../log.ts'

export type Metrics = {
  /** Counts a log entry, so that metrics and log agree. */
  observe(entry: LogEntry): void
  contentType: string
  /** The Prometheus text format. */
  render(): Promise<string>
}

/** Metrics of the process, shared by all servers in it: their sampling cannot be stopped. */
let ofProcess: Registry | undefined

function getProcessRegistry(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}

/** The metrics of this server. Labels come from closed sets: no ids, no URLs, nothing about a caller. */
export function createMetrics({ inFlight }: { inFlight(): number }): Metrics {
  const registry = new Registry()
  const processRegistry = getProcessRegistry()
  const describe = (name: string, help: string, labelNames: string[] = []) => ({
    name: `partner_platform_${name}`,
    help,
    labelNames,
    registers: [registry],
  })
  const counter = (...words: Parameters<typeof describe>) => new Counter(describe(...words))
  const requests = new Histogram({
    ...describe('request_seconds', 'Time to answer a request, by route template and status.', [
      ...['route', 'status'],
    ]),
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
  })
  const attempts = new Histogram({
    ...describe('delivery_attempt_seconds', 'Time of one delivery attempt, by outcome.', [
      ...['kind', 'outcome'],
    ]),
    buckets: [0.01, 0.05, 0.2, 1, 5, 15],
  })
  const malformed = counter(
    'malformed_requests_total',
    'Malformed or late requests, by status of the answer.',
    ['status'],
  )
  const undeclared = counter(
    'undeclared_responses_total',
    'Responses that the document does not declare, by their intended status.',
    ['status'],
  )
  const moves = counter(
    'delivery_moves_total',
    'Delivery attempts, by the resulting state of the delivery.',
    ['state'],
  )
  const early = counter(
    'deliveries_put_off_total',
    'Checks of deliveries whose event is ahead of the clock: one per minute for each delivery.',
  )
  const failures = counter(
    'failures_total',
    'Requests, attempts and store queries that failed on our side.',
    ['event'],
  )
  new Gauge({
    ...describe(
      'delivery_attempts_in_flight',
      'Delivery attempts that this process has in flight.',
    ),
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
          return moves.inc({ state })
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
