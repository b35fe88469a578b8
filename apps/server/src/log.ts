/**
 * Everything this server may log. The set is closed and has no free text, so that no key, secret, body
 * or personal data can reach a log: routes are templates, failures a name and the places in the code.
 */
export type LogEntry =
  | { event: 'listening'; url: string }
  | {
      event: 'request'
      requestId: string
      method: string
      /** Path template of the operation, `null` for any other path. */
      route: string | null
      status: number
      durationMs: number
    }
  | { event: 'malformed-request'; requestId: string; status: number }
  | { event: 'failure'; requestId: string; error: string; frames: string[] }
  | { event: 'undeclared-response'; requestId: string; operation: string; status: number }
  | {
      event: 'delivery'
      deliveryId: string
      attempt: number
      outcome: string
      status: number | null
      durationMs: number
    }

export type Logger = (entry: LogEntry) => void

export const silentLogger: Logger = () => {}

type Sink = { write(text: string): unknown }

/** Writes each entry as one line of JSON, stamped with the time. */
export function createJsonLogger(sink: Sink, wallMs: () => number = Date.now): Logger {
  return (entry) => {
    sink.write(`${JSON.stringify({ time: new Date(wallMs()).toISOString(), ...entry })}\n`)
  }
}

/** Class and code places of an error, without its message: that may quote what a caller sent. */
export function toFailure(error: unknown): { error: string; frames: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, frames: [] }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { error: error.name, frames: frames.slice(0, 5).map((line) => line.trim()) }
}
