import { codeOf } from './error-code.ts'

/** An error without its message, which may quote a caller: its class, code and stack frames. */
export type Failure = { error: string; code: string | null; frames: string[] }

/**
 * Everything that this server may log. The set is closed and has no free text, so that no key, secret,
 * body or personal data can reach a log.
 */
export type LogEntry =
  | {
      event: 'request'
      requestId: string
      method: string
      /** Path template of the operation; `null` for any other path. */
      route: string | null
      status: number
      /** To the microsecond. */
      durationMs: number
    }
  | { event: 'malformed-request'; requestId: string; status: number }
  | ({ event: 'failure'; requestId: string } & Failure)
  | { event: 'undeclared-response'; requestId: string; operation: string; status: number }
  | {
      event: 'attempt'
      deliveryId: string
      endpointId: string
      attempt: number
      kind: 'scheduled' | 'probe'
      outcome: string
      status: number | null
      durationMs: number
      /** The new state of the delivery; `lost` if another worker had taken it in the meantime. */
      state: string
    }
  /** An event is ahead of this machine's clock and waits: its timestamp or the clock is wrong. */
  | { event: 'too-early'; deliveryId: string; endpointId: string; waitSeconds: number }
  | ({ event: 'worker-failure' | 'store-failure' } & Failure)

export type Logger = (entry: LogEntry) => void

export const silentLogger: Logger = () => {}

type Sink = { write(text: string): unknown }

/** Writes each entry as one line of JSON with the time. */
export function createJsonLogger(sink: Sink, wallMs: () => number = Date.now): Logger {
  let stamp = { atMs: Number.NaN, text: '' }
  return (entry) => {
    const atMs = wallMs()
    // Under load, many entries share a millisecond.
    if (atMs !== stamp.atMs) stamp = { atMs, text: new Date(atMs).toISOString() }
    sink.write(`{"time":"${stamp.text}",${JSON.stringify(entry).slice(1)}\n`)
  }
}

export function toFailure(error: unknown): Failure {
  const code = codeOf(error)
  if (!(error instanceof Error)) return { error: typeof error, code, frames: [] }
  return { error: error.name, code, frames: framesOf(error).slice(0, 5) }
}

function framesOf({ stack = '', message }: Error): string[] {
  // The stack begins with the message, which may contain lines that look like frames.
  const start = stack.indexOf(message)
  if (start === -1) return []
  const lines = stack.slice(start + message.length).split('\n')
  return lines.filter((line) => /^\s+at /.test(line)).map((line) => line.trim())
}
