import { constants } from '@partner-platform/types'
import { isRateLimit, isRateLimitPolicy, isRetryAfter } from '@partner-platform/validators'
import { departs, passed, passedIf, unseen, type Verdict, wrong } from '../../engine/check.ts'
import { describeSent, hasStatus, type Sent, sendInTurn } from '../../engine/run.ts'
import { type Answer, valuesOf } from '../../http/exchange.ts'
import { judgesAnswer, toServerChecks } from '../server-check.ts'
import { operation, type ServerKit } from '../server-kit.ts'

const headers = Object.entries(operation.responses[200].headers)

function nameOf(schema: 'RateLimit' | 'RateLimitPolicy'): string {
  const [name] = headers.find(([, header]) => header.schema === schema) ?? []
  if (name) return name
  throw new TypeError(`The contract has no header of schema ${schema}. Run its generator again.`)
}

const limitHeader = nameOf('RateLimit')
const policyHeader = nameOf('RateLimitPolicy')

type LimitState = { quota: number; windowSeconds: number; remaining: number; resetSeconds: number }

/** The values in the headers of the contract, `undefined` unless both are present and valid. */
function readLimit(answer: Answer): LimitState | undefined {
  const [limit, ...limits] = valuesOf(answer, limitHeader)
  const [policy, ...policies] = valuesOf(answer, policyHeader)
  if (limits.length > 0 || policies.length > 0) return undefined
  if (!isRateLimit(limit) || !isRateLimitPolicy(policy)) return undefined
  const [quota = 0, windowSeconds = 0] = numbersOf(policy)
  const [remaining = 0, resetSeconds = 0] = numbersOf(limit)
  return { quota, windowSeconds, remaining, resetSeconds }
}

const numbersOf = (text: string) =>
  Array.from(text.matchAll(/=(\d+)/g), ([, digits]) => Number(digits))

/** Judges whether an answer shows the limit, and in the form that the contract decides. */
export function judgeLimitHeaders(answer: Answer): Verdict {
  const state = readLimit(answer)
  if (state) {
    const { quota, windowSeconds, remaining, resetSeconds } = state
    const said = `${remaining} of ${quota} left for ${resetSeconds} s`
    const isPossible = remaining <= quota && resetSeconds <= windowSeconds
    return isPossible ? passed(said) : departs(`${said}, of a window of ${windowSeconds} s`)
  }
  const own = [limitHeader, policyHeader].filter((name) => valuesOf(answer, name).length > 0)
  if (own.length > 0)
    return departs(`${own.join(' and ')} in a different form, or only one of the two`)
  const others = answer.headers.map(([name]) => name).filter((name) => /rate-?limit/i.test(name))
  if (others.length > 0) return departs(`other names: ${list(others)}`)
  const unknown = answer.headers
    .filter(([name, value]) => /\d/.test(value) && !otherHeaders.has(name.toLowerCase()))
    .map(([name]) => name)
  return unknown.length > 0
    ? unseen(`none under a known name; other headers: ${list(unknown)}`, nameIt)
    : wrong('none')
}

const nameIt = `The source does not name the headers. Check that one of these shows the limit, or send ${limitHeader}.`

const list = (names: readonly string[]) => [...new Set(names)].slice(0, 5).join(', ')

const commonHeaders =
  'access-control-max-age age allow alt-svc connection content-length content-type date expires ' +
  'keep-alive last-modified location retry-after server server-timing set-cookie ' +
  'strict-transport-security traceparent transfer-encoding vary via www-authenticate'

/** Headers that do not show a limit: common ones of HTTP, and the others of the contract. */
const otherHeaders = new Set([
  ...commonHeaders.split(' '),
  ...headers
    .filter(([, { schema }]) => !schema.startsWith('RateLimit'))
    .map(([name]) => name.toLowerCase()),
])

const judgesHeaders = (status: number, call: (kit: ServerKit) => Promise<Sent>) => ({
  title: `shows the rate limit with a ${status}`,
  expected: 'the rate-limit headers of the contract',
  next: 'Send the rate-limit headers with every response, under the names and in the form of the contract.',
  ...judgesAnswer(status, call, judgeLimitHeaders),
})

const countedCalls = 3
/** The largest quota that a run spends. */
const quotaLimit = 2_000
const atOnceLimit = 10

/** What answers show of the rate limit, and whether it is enforced. */
export const limitChecks = toServerChecks({
  '4.1.rule1, D-015 limit-headers-of-200': judgesHeaders(200, (kit) => kit.success()),
  '4.1.rule1, D-015 limit-headers-of-401': judgesHeaders(401, (kit) => kit.unauthorized()),
  '4.1.rule1, D-015 limit-headers-of-403': {
    ...judgesHeaders(403, (kit) => kit.forbidden()),
    needs: 'otherEnvironmentKey',
  },
  'D-015 limit-counts': {
    title: 'counts down with each call',
    expected: 'fewer calls left after each call',
    next: 'After each call, show how many calls are left in the window.',
    async run(kit) {
      const sent = await sendInTurn(Array(countedCalls), () => kit.callWith())
      const left = sent.map(({ answer }) => readLimit(answer)?.remaining)
      if (left.includes(undefined)) return { sent, verdict: unseen('no such headers') }
      // Calls that leave the window meanwhile may make up for one or the other.
      const isCounting = new Set(left).size > 1 || left[0] === 0
      return { sent, verdict: passedIf(isCounting, `${left.join(', then ')} left`) }
    },
  },
  '7.429, D-015 limit-enforced': {
    title: 'answers 429 beyond the rate limit of the key',
    expected: '429 once the quota of the window is used up',
    next: 'Count the calls of each key, and answer 429 to those beyond its quota.',
    needs: 'exhaustLimit',
    spendsLimit: true,
    async run(kit) {
      const first = await kit.callWith()
      const told = readLimit(first.answer)
      const quota = told?.quota ?? constants.rateLimitQuota
      if (quota > quotaLimit)
        return { sent: [first], verdict: unseen(`a quota of ${quota}`, tooMany) }
      // A window that restarts meanwhile admits its quota once more.
      const { calls, last } = await spend(kit, 2 * quota)
      return { sent: [last], verdict: judgeLimit({ told, quota, calls, last }) }
    },
  },
  'D-015, 7.429, 4.1.rule1 limit-answer': {
    title: 'says in a 429 when to call again',
    expected: 'Retry-After in seconds, and the rate-limit headers with nothing left',
    next: 'Add Retry-After with the seconds until the oldest counted call leaves the window.',
    needs: 'exhaustLimit',
    spendsLimit: true,
    ...judgesAnswer(
      429,
      (kit) => kit.callWith(),
      (answer) => {
        const [wait] = valuesOf(answer, 'retry-after')
        const left = readLimit(answer)?.remaining
        const said = `Retry-After ${wait ?? 'missing'}, ${left ?? 'an unknown number'} left`
        return passedIf(isRetryAfter(wait) && left === 0, said)
      },
    ),
  },
})

const tooMany = `Give the key a quota of ${quotaLimit} or less for this run: the check spends no more calls than that.`

const beganAnew =
  'The window restarted during the run, or the server allows more calls than it says: check the code.'

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
  let calls = 0
  for (;;) {
    const size = Math.min(atOnceLimit, quota + atOnceLimit - calls)
    const batch = Array.from({ length: size }, () => kit.callWith())
    const sent = await Promise.all(batch)
    calls += sent.filter((one) => hasStatus(one, 200)).length
    const last = sent.find((one) => !hasStatus(one, 200)) ?? (sent.at(-1) as Sent)
    if (!hasStatus(last, 200) || calls >= quota + atOnceLimit) return { calls, last }
  }
}
