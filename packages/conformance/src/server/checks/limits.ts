import { constants } from '@partner-platform/types'
import { isRetryAfter } from '@partner-platform/validators'
import { describeSent, type Sent } from '../../engine/run.ts'
import { departs, passed, unseen, type Verdict, wrong } from '../../engine/verdict.ts'
import { valuesOf } from '../../http/exchange.ts'
import { notAnswered } from '../expect-status.ts'
import { judgeLimitHeaders, type LimitState, readLimit } from '../limit-headers.ts'
import { hasStatus, type ServerCheck, type ServerKit } from '../server-kit.ts'

const tells = (
  status: 200 | 401 | 403,
  call: (kit: ServerKit) => Promise<Sent | undefined>,
  needs?: ServerCheck['needs'],
): ServerCheck => ({
  id: `limit-headers-of-${status}`,
  rule: '4.1.rule1',
  see: ['D-015'],
  title: `shows the rate limit with a ${status}`,
  severity: 'must',
  expected: 'the rate-limit headers of the contract',
  next: 'Send the rate limit headers with every response, under the names and in the form of the contract.',
  ...(needs ? { needs } : {}),
  async run(kit) {
    const sent = await call(kit)
    if (!sent) return { sent: [], verdict: unseen('nothing') }
    if (!hasStatus(sent, status)) return notAnswered(sent, status)
    return { sent: [sent], verdict: judgeLimitHeaders(sent.answer) }
  },
})

const countedCalls = 3
/** More calls than any quota that is worth spending here. */
const quotaLimit = 2_000
const atOnceLimit = 10

/** What a caller learns about the limit, and whether there is one. */
export const limitChecks: readonly ServerCheck[] = [
  tells(200, (kit) => kit.success()),
  tells(401, (kit) => kit.unauthorized()),
  tells(403, (kit) => kit.forbidden(), 'otherEnvironmentKey'),
  {
    id: 'limit-counts',
    rule: 'D-015',
    title: 'counts down with each call',
    severity: 'advice',
    expected: 'fewer calls left after each call',
    next: 'Tell what is left of the window after this call.',
    async run(kit) {
      const sent: Sent[] = []
      for (let count = 0; count < countedCalls; count++) {
        sent.push(await kit.call([await kit.lineOf(kit.keys.own)]))
      }
      const left = sent.map(({ answer }) => readLimit(answer)?.remaining)
      if (left.includes(undefined)) return { sent, verdict: unseen('no such headers') }
      const said = `${left.join(', then ')} left`
      // Calls that leave the window meanwhile may make up for one or the other.
      const isCounting = new Set(left).size > 1 || left[0] === 0
      return { sent, verdict: isCounting ? passed(said) : wrong(said) }
    },
  },
  {
    id: 'limit-enforced',
    rule: '7.429',
    see: ['D-015'],
    title: 'answers 429 beyond the rate limit of the key',
    severity: 'must',
    expected: '429 once the quota of the window is used up',
    next: 'Count the calls of each key, and answer 429 to those beyond its quota.',
    needs: 'exhaustLimit',
    spendsLimit: true,
    async run(kit) {
      const first = await kit.call([await kit.lineOf(kit.keys.own)])
      const told = readLimit(first.answer)
      const quota = told?.quota ?? constants.rateLimitQuota
      if (quota > quotaLimit)
        return { sent: [first], verdict: unseen(`a quota of ${quota}`, tooMany) }
      // A window that begins anew meanwhile lets its quota pass once more.
      const { calls, last } = await spend(kit, 2 * quota)
      return { sent: [last], verdict: judgeLimit({ told, quota, calls, last }) }
    },
  },
  {
    id: 'limit-answer',
    rule: 'D-015',
    see: ['7.429', '4.1.rule1'],
    title: 'says with a 429 when to call again',
    severity: 'advice',
    expected: 'Retry-After in seconds, and the rate limit headers with nothing left',
    next: 'Add Retry-After with the seconds until the oldest counted call leaves the window.',
    needs: 'exhaustLimit',
    spendsLimit: true,
    async run(kit) {
      const sent = await kit.call([await kit.lineOf(kit.keys.own)])
      if (!hasStatus(sent, 429)) return notAnswered(sent, 429)
      const [wait] = valuesOf(sent.answer, 'retry-after')
      const state = readLimit(sent.answer)
      const said = `Retry-After ${wait ?? 'missing'}, ${state?.remaining ?? 'an unknown number'} left`
      const isRight = isRetryAfter(wait) && state?.remaining === 0
      return { sent: [sent], verdict: isRight ? passed(said) : wrong(said) }
    },
  },
]

const tooMany = `Give the key a quota of ${quotaLimit} or less for this run: more calls are not spent.`

const beganAnew =
  'Its window restarted meanwhile, or it allows more calls than it says: check the code.'

type Spent = { told: LimitState | undefined; quota: number; calls: number; last: Sent }

function judgeLimit({ told, quota, calls, last }: Spent): Verdict {
  const said = `${describeSent([last])} after ${calls} calls`
  if (!hasStatus(last, 429)) {
    if (!hasStatus(last, 200)) return wrong(said)
    return told ? wrong(said) : departs(`${said}, and no rate-limit headers`)
  }
  if (told && calls < told.remaining) return departs(`${said}, ${told.remaining} were left`)
  const isBeyond = told !== undefined && calls > quota + atOnceLimit
  return isBeyond ? unseen(said, beganAnew) : passed(said)
}

/** Calls until a 429, or until there should have been one. */
async function spend(kit: ServerKit, quota: number): Promise<{ calls: number; last: Sent }> {
  const line = await kit.lineOf(kit.keys.own)
  let calls = 0
  for (;;) {
    const size = Math.min(atOnceLimit, quota + atOnceLimit - calls)
    const batch = Array.from({ length: size }, () => kit.call([line]))
    const sent = await Promise.all(batch)
    calls += sent.filter((one) => hasStatus(one, 200)).length
    const last = sent.find((one) => !hasStatus(one, 200)) ?? (sent.at(-1) as Sent)
    if (!hasStatus(last, 200) || calls >= quota + atOnceLimit) return { calls, last }
  }
}
