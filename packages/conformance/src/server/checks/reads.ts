import { unseen, type Verdict } from '../../engine/verdict.ts'
import { notAnswered } from '../expect-status.ts'
import { hasStatus } from '../has-status.ts'
import { bodyOf } from '../read-body.ts'
import type { ServerCheck } from '../server-check.ts'

/** A check of the body of a success, where that is an object. */
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
