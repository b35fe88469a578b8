import { type Outcome, statusOf, type WebhookCode, webhookErrors } from './errors.ts'

/** What to answer: any server can send it as it stands. */
export type WebhookAnswer = {
  status: number
  headers: Record<string, string>
  /** JSON: the outcome and, where there is one, the code. */
  body: string
  outcome: Outcome
}

type Result = WebhookCode | 'accepted' | 'duplicate'

/** The answer to a result: the outcome of its code, unless another is given. */
export function answerTo(
  result: Result,
  outcome: Outcome = outcomeOf(result),
  headers: Record<string, string> = {},
): WebhookAnswer {
  const said = result === outcome ? { outcome } : { outcome, code: result }
  return {
    status: statusOf(outcome),
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(said),
    outcome,
  }
}

const outcomeOf = (result: Result): Outcome =>
  result === 'accepted' || result === 'duplicate' ? result : webhookErrors[result].outcome
