import { isRateLimit, isRateLimitPolicy } from '@partner-platform/validators'
import { departs, passed, unseen, type Verdict, wrong } from '../engine/check.ts'
import { type Answer, valuesOf } from '../http/exchange.ts'
import { operation } from './server-kit.ts'

const headers = Object.entries(operation.responses[200].headers)

function nameOf(schema: 'RateLimit' | 'RateLimitPolicy'): string {
  const [name] = headers.find(([, header]) => header.schema === schema) ?? []
  if (name) return name
  throw new TypeError(`The contract has no header of schema ${schema}. Run its generator again.`)
}

const limitHeader = nameOf('RateLimit')
const policyHeader = nameOf('RateLimitPolicy')

export type LimitState = {
  quota: number
  windowSeconds: number
  remaining: number
  resetSeconds: number
}

/** The values in the headers of the contract, `undefined` unless both are present and valid. */
export function readLimit(answer: Answer): LimitState | undefined {
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
  if (own.length > 0) return departs(`${own.join(' and ')} in another form, or one of the two only`)
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
