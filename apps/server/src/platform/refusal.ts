/** What is wrong with one part of what was given: `path` is a JSON Pointer into it. */
export type Issue = { path: string; message: string; keyword: string }

/** Why something was not done. Nothing has changed then. */
export type RefusalCode =
  /** There is nothing with the id, code or name that the call is about. */
  | 'not-found'
  /** There can be one only, and there is one. */
  | 'already-exists'
  /** Its state does not allow it now. */
  | 'wrong-state'
  /** Receivers would no longer accept the event. */
  | 'event-expired'
  /** The place to go on from is not one that a list gave. */
  | 'unknown-cursor'

export type Refusal<Code extends RefusalCode> = { ok: false; code: Code }

/** What was given names what is not there, or breaks a rule; at least one issue tells which. */
export type Invalid = { ok: false; code: 'invalid'; issues: Issue[] }

export const refuse = <Code extends RefusalCode>(code: Code): Refusal<Code> => ({ ok: false, code })

export const invalid = (...issues: Issue[]): Invalid => ({ ok: false, code: 'invalid', issues })

/** An id in what was given that names nothing. */
export const notThere = (path: string, noun: string): Issue => ({
  path,
  message: `must name ${noun}`,
  keyword: 'exists',
})
