/**
 * Everything that this receiver can log. The set is closed and has no free text, so no secret, body or
 * personal data gets into a log.
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
      /** `lost` if another process took the event meanwhile. */
      outcome: 'handled' | 'retry' | 'set-aside' | 'given-back' | 'lost'
      storageKey: string
      tries: number
      /** Class name of the handler's error. */
      error: string | null
    }
  | { event: 'secrets'; outcome: 'reloaded' | 'unusable' }
  | { event: 'malformed-request'; status: number }
  | { event: 'failure'; code: string; error: string }

export type Logger = (entry: LogEntry) => void

export const silentLogger: Logger = () => {}

/** Writes each entry as one line of JSON, stamped with the time. */
export function createJsonLogger(sink: { write(text: string): unknown }): Logger {
  return (entry) => {
    sink.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`)
  }
}

/** The class name of an error. A message or an unusual name may quote the request, so neither is logged. */
export function nameOfError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return /^[A-Za-z_$][\w$]{0,63}$/.test(error.name) ? error.name : 'Error'
}
