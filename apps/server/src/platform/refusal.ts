/** What is wrong with one part of the input. `path` is a JSON Pointer. */
export type Issue = { path: string; message: string; keyword: string }

/** Why nothing changed. */
export type RefusalCode =
  /** The target of the call does not exist. */
  | 'not-found'
  /** It exists already, and only one may exist. */
  | 'already-exists'
  /** The current state does not allow it. */
  | 'wrong-state'
  /** Receivers would no longer accept the event. */
  | 'event-expired'
  /** The cursor did not come from a list. */
  | 'unknown-cursor'

export type Refusal<Code extends RefusalCode> = { ok: false; code: Code }

/** The input names something unknown or breaks a rule. Has at least one issue. */
export type Invalid = { ok: false; code: 'invalid'; issues: Issue[] }

export const refuse = <Code extends RefusalCode>(code: Code): Refusal<Code> => ({ ok: false, code })

export const invalid = (...issues: Issue[]): Invalid => ({ ok: false, code: 'invalid', issues })

/** The issue for an id in the input that does not exist. */
export const notThere = (path: string, noun: string): Issue => ({
  path,
  message: `must name ${noun}`,
  keyword: 'exists',
})
