import { type WebhookCode, type WebhookNote, webhookErrors } from '@partner-platform/webhooks'
import { interruptedError } from '../handle/try-event.ts'
import type { EntryState, EntrySummary } from '../inbox/inbox-view.ts'
import type { Explanation } from './page-api.ts'

const states: Record<Exclude<EntryState, 'quarantined'>, Explanation> = {
  accepted: { means: 'It is stored and waiting for its handler.', next: '' },
  handled: { means: 'Its handler succeeded.', next: '' },
  failed: {
    means: 'Its handler failed at every try, so it is set aside. Other events continue.',
    next: 'Fix the handler, then replay the event.',
  },
  superseded: {
    means: 'It arrived after a newer event of the same submission.',
    next: 'Do not let it overwrite the newer status.',
  },
  duplicate: {
    means: 'The event was already stored, so this delivery was acknowledged and not handled again.',
    next: '',
  },
}

const interrupted: Explanation = {
  means:
    'The process died each time it handled this event alone, so the event is set aside. Others continue.',
  next: 'Find out what ended the process: a crash in the handler, or a signal from outside. Then replay the event.',
}

const unhandled: Explanation = {
  means: 'It is stored and acknowledged. Its name is not in the contract, so no handler gets it.',
  next: 'If you want the event, upgrade the receiver, or map its name with aliases.',
}

const noteMeanings: Record<WebhookNote | 'other-bytes', string> = {
  'unknown-event': 'Its name is not in the contract, but its shape is.',
  tolerated: 'It departs from the contract, but it is usable.',
  'event-header-mismatch': 'The header names a different event, or none. Only the body counts.',
  unverified: 'Signatures are not checked here: anyone may have sent it.',
  'other-bytes': 'The bytes differ from the stored event. The body of the event is shown.',
}

type Explained = Pick<EntrySummary, 'state' | 'code' | 'notes'> & { lastError?: string | null }

/** Why an entry is in its state, and what to do about it. */
export function explainEntry({ state, code, notes, lastError = null }: Explained): Explanation {
  if (state === 'quarantined') return explainCode(code)
  if (state === 'failed' && lastError === interruptedError) return interrupted
  return state === 'accepted' && notes.includes('unknown-event') ? unhandled : states[state]
}

/** The notes of an entry in words. */
export const explainNotes = (notes: readonly string[]) =>
  notes.map((note) => ({
    note,
    means: isKey(noteMeanings, note)
      ? noteMeanings[note]
      : 'A different version of the receiver wrote this note.',
  }))

function explainCode(code: string | null): Explanation {
  if (code !== null && isKey(webhookErrors, code)) {
    const { means, next } = webhookErrors[code satisfies WebhookCode]
    return { means, next }
  }
  return {
    means: 'A different version of the receiver wrote this reason.',
    next: 'Read the documentation of that version.',
  }
}

const isKey = <T extends object>(table: T, name: PropertyKey): name is keyof T =>
  Object.hasOwn(table, name)
