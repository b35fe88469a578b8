/**
 * Everything this receiver may log. The set is closed and has no free text, so that no secret, body or
 * personal data can reach a log.
 */
export type LogEntry =
  | { event: 'answered'; method: string; status: number; durationMs: number }
  | {
      event: 'kept'
      outcome: 'accepted' | 'duplicate'
      storageKey: string
      notes: readonly string[]
    }
  | { event: 'quarantined'; code: string; storageKey: string; bodyBytes: number }
  | {
      event: 'handled'
      /** `lost` if another process had taken the event meanwhile. */
      outcome: 'handled' | 'retry' | 'set-aside' | 'given-back' | 'lost'
      storageKey: string
      tries: number
      /** Class of the handler's error. */
      error: string | null
    }
  | { event: 'secrets'; outcome: 'reloaded' | 'unusable' }
  | { event: 'malformed-request'; status: number }
  | { event: 'failure'; code: string; error: string }

export type Logger = (entry: LogEntry) => void

export const silentLogger: Logger = () => {}

type Sink = { write(text: string): unknown }

/** Writes each entry as one line of JSON, stamped with the time. */
export function createJsonLogger(sink: Sink, now: () => number = Date.now): Logger {
  return (entry) => {
    sink.write(`${JSON.stringify({ time: new Date(now()).toISOString(), ...entry })}\n`)
  }
}

/** The class of an error. Its message may quote what was sent, and so may a name that is no class's. */
export function nameOfError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return /^[A-Za-z_$][\w$]{0,63}$/.test(error.name) ? error.name : 'Error'
}
