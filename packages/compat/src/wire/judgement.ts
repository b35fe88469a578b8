import type { Use } from '../document/directions.ts'
import type { SpecDocument } from '../document/spec-document.ts'
import type { Level, Party } from '../finding.ts'
import type { Change } from './change.ts'

/** What we say of a change. */
export interface Judgement {
  rule: string
  level: Exclude<Level, 'none'>
  message: string
  advice: string
  /** @default the party that meets the place of the change */
  hits?: Party[]
  /** Whether the platform, as the sender, has to act as well. */
  bindsSender?: boolean
}

/** What a judge sees of a change besides the change. */
export interface Scene {
  from: SpecDocument
  to: SpecDocument
  /** The keys of the change. */
  keys: readonly string[]
  fromKeys: readonly string[]
  use: Use
}

/** Returns undefined if it has nothing to say. */
export type Judge = (change: Change, scene: Scene) => Judgement | undefined

/** What to do instead of a breaking change, and about one that grows. */
export const advice = {
  breaking:
    'Undo it, or make it in a new version beside this one, announced six months ahead (D-026).',
  addOptional: 'Leave the old one as it is, and add the new one beside it.',
  sendFirst: 'Have the platform send it before packages that demand it are released.',
  readers: 'Nothing: readers accept what they do not know.',
  callers: 'Nothing: calls of today go on working.',
  text: 'Nothing.',
} as const

export const patch = (rule: string, message: string): Judgement => ({
  rule,
  level: 'patch',
  message,
  advice: advice.text,
  hits: [],
})

export const minor = (rule: string, message: string, todo: string = advice.readers): Judgement => ({
  rule,
  level: 'minor',
  message,
  advice: todo,
})

export const major = (
  rule: string,
  message: string,
  todo: string = advice.breaking,
): Judgement => ({
  rule,
  level: 'major',
  message,
  advice: todo,
})

/** The same for one who sends: it must keep the rule before others rely on it. */
export const bindingSender = (judgement: Judgement): Judgement => ({
  ...judgement,
  bindsSender: true,
})
