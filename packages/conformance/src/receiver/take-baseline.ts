import { kindOf } from '../http/answer.ts'
import { effectOf } from './event-maker.ts'
import { findHint } from './find-hint.ts'
import { isAccepted, type ReceiverKit } from './receiver-kit.ts'
import type { Effect } from './receiver-options.ts'

/**
 * Sends a plain genuine delivery before all checks, and keeps in the kit what its answer tells. Resolves
 * with what a receiver that took it acts upon.
 */
export async function takeBaseline(kit: ReceiverKit): Promise<Effect[]> {
  const event = kit.events.returned()
  const sent = await kit.deliver(event)
  kit.baseline = kindOf(sent.answer)
  if (isAccepted(sent)) return [effectOf(event)]
  kit.hint = await findHint(kit, sent)
  return []
}
