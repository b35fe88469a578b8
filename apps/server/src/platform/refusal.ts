/** What is wrong with one part of the input: `path` is a JSON Pointer into it. */
export type Issue = { path: string; message: string; keyword: string }

/** Why nothing was done or changed. */
export type RefusalCode =
  /** There is nothing with the id, code or name that the call is about. */
  | 'not-found'
  /** It exists already, and there can be only one. */
  | 'already-exists'
  /** Its state does not allow it now. */
  | 'wrong-state'
  /** Receivers would no longer accept the event. */
  | 'event-expired'
  /** No list gave this cursor. */
  | 'unknown-cursor'

export type Refusal<Code extends RefusalCode> = { ok: false; code: Code }

/** The input names something unknown, or breaks a rule; at least one issue says which. */
export type Invalid = { ok: false; code: 'invalid'; issues: Issue[] }

export const refuse = <Code extends RefusalCode>(code: Code): Refusal<Code> => ({ ok: false, code })

export const invalid = (...issues: Issue[]): Invalid => ({ ok: false, code: 'invalid', issues })

/** An id in the input that names nothing. */
export const notThere = (path: string, noun: string): Issue => ({
  path,
  message: `must name ${noun}`,
  keyword: 'exists',
})
