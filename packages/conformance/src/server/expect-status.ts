import { describeSent } from '../engine/describe-sent.ts'
import type { Sent } from '../engine/run.ts'
import { passed, unseen, type Verdict, wrong } from '../engine/verdict.ts'
import { hasStatus } from './has-status.ts'
import type { ServerFinding } from './server-check.ts'
import type { ServerKit } from './server-kit.ts'

/** Judges whether all calls are answered with the status. */
export function expectStatus(sent: readonly Sent[], status: number): ServerFinding {
  const said = describeSent(sent)
  const isRight = sent.every((one) => hasStatus(one, status))
  return { sent, verdict: isRight ? passed(said) : wrong(said) }
}

/** For what tells nothing as long as the answer has another status. */
export const notAnswered = (sent: Sent, status: number): ServerFinding => ({
  sent: [sent],
  verdict: unseen(describeSent([sent]), `Make it answer ${status} first: this tells nothing yet.`),
})

/** The same for a refusal, which tells nothing where the right key is refused as well. */
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
  unseen(received, 'Make it take your key first: that it refuses this call tells nothing yet.')
