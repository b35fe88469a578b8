import { describeSent, type Sent } from '../engine/run.ts'
import { passed, unseen, type Verdict, wrong } from '../engine/verdict.ts'
import type { Answer } from '../http/exchange.ts'
import { hasStatus, type ServerCheck, type ServerFinding, type ServerKit } from './server-kit.ts'

/** Judges whether all calls are answered with the status. */
export function expectStatus(sent: readonly Sent[], status: number): ServerFinding {
  const said = describeSent(sent)
  const isRight = sent.every((one) => hasStatus(one, status))
  return { sent, verdict: isRight ? passed(said) : wrong(said) }
}

/** For a check that proves nothing until the answer has this status. */
export const notAnswered = (sent: Sent, status: number): ServerFinding => ({
  sent: [sent],
  verdict: unseen(describeSent([sent]), `Make it answer ${status} first: this proves nothing yet.`),
})

/** The same for a refusal, which proves nothing if the right key is refused as well. */
export async function expectRefusal(
  kit: ServerKit,
  sent: readonly Sent[],
  status: number,
): Promise<ServerFinding> {
  const finding = expectStatus(sent, status)
  if (finding.verdict.kind !== 'passed') return finding
  const isOpen = hasStatus(await kit.success(), 200)
  return isOpen ? finding : { sent, verdict: refusesAll(finding.verdict.received) }
}

const refusesAll = (received: string): Verdict =>
  unseen(received, 'Make it accept your key first. Until then, this refusal proves nothing.')

/** The JSON value of a body, or `undefined`. Never throws. */
export function bodyOf({ body }: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

/** A member of an unknown value, or `undefined`. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}

/** A check of the body of a success, if that is an object. */
export const reads = (
  texts: Omit<ServerCheck, 'run'>,
  judge: (body: object) => Verdict,
): ServerCheck => ({
  ...texts,
  async run(kit) {
    const sent = await kit.success()
    if (!hasStatus(sent, 200)) return notAnswered(sent, 200)
    const body = bodyOf(sent.answer)
    if (!isObject(body)) {
      return {
        sent: [sent],
        verdict: unseen('no JSON object', 'Make it send a JSON object first.'),
      }
    }
    return { sent: [sent], verdict: judge(body) }
  },
})

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
