import type { Style } from '../terminal/create-style.ts'
import { toPlainText } from '../terminal/to-plain-text.ts'
import type { Delivered } from './deliver.ts'
import type { NextStep, Outcome } from './judge-exchange.ts'

const shownCharacters = 500

const words: Record<Outcome, string> = {
  accepted: 'accepted',
  redirected: 'a redirect, which is never followed',
  refused: 'refused',
  'timed-out': 'no whole answer in time',
  broken: 'the connection broke before the answer was whole',
  unreachable: 'unreachable',
}

/** What came of a delivery, in one to three lines for a terminal. */
export function describeDelivery(delivered: Delivered, style: Style): string {
  const { status, durationMs, outcome, next, answer } = delivered
  const head = `${status ?? 'no answer'} after ${durationMs} ms: ${words[outcome]}`
  const isAccepted = outcome === 'accepted'
  const text = toPlainText(answer.toString().trim())
  const shown = text.length > shownCharacters ? `${text.slice(0, shownCharacters)} …` : text
  return [
    isAccepted ? style.green(`✓ ${head}`) : style.red(`✗ ${head}`),
    ...(shown === '' ? [] : [style.dim(`  ${shown}`)]),
    ...(isAccepted ? [] : [`  ${sayNext(next)}`]),
  ].join('\n')
}

/** The same as data. */
export function toDeliveryDocument({
  status,
  durationMs,
  outcome,
  next,
  answer,
  errorCode,
}: Delivered) {
  return {
    accepted: outcome === 'accepted',
    outcome,
    status,
    durationMs,
    answer: answer.toString(),
    ...(errorCode === null ? {} : { errorCode }),
    next,
  }
}

function sayNext(next: NextStep): string {
  if (next.do === 'nothing') return 'The service would not deliver it again.'
  if (next.do === 'disable-endpoint') {
    return 'The service would disable the endpoint, and deliver nothing more to it (D-010).'
  }
  const [from, to] = [next.fromMs / 1000, next.toMs / 1000]
  const pause = from === to ? `${from} s` : `${from} to ${to} s`
  return `The service would deliver it again in ${pause} (D-012).`
}
