import { type AnswerKind, kindOf } from '../http/answer.ts'
import { effectOf } from './event-maker.ts'
import { findHint } from './find-hint.ts'
import { isAccepted, type ReceiverKit } from './receiver-kit.ts'
import type { Effect } from './receiver-options.ts'

/** What a receiver that is just starting may answer once. */
const passing: readonly AnswerKind[] = ['failed', 'closed']

/**
 * Sends a plain genuine delivery before all checks, and keeps in the kit what its answer tells. Resolves
 * with what a receiver that took it acts upon.
 */
export async function takeBaseline(kit: ReceiverKit): Promise<Effect[]> {
  const event = kit.events.returned()
  const outgoing = await kit.prepare(event)
  const first = await kit.send(outgoing)
  const sent = passing.includes(kindOf(first.answer)) ? await kit.send(outgoing) : first
  kit.baseline = kindOf(sent.answer)
  if (isAccepted(sent)) return [effectOf(event)]
  kit.hint = await findHint(kit, sent)
  return []
}
