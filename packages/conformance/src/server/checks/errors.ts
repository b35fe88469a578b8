import { isErrorResponseSent, parseErrorResponseSent } from '@partner-platform/validators'
import { describeSent, type Sent } from '../../engine/run.ts'
import { passed, unseen, wrong } from '../../engine/verdict.ts'
import { kindOf, valuesOf } from '../../http/exchange.ts'
import { bodyOf, memberOf, notAnswered } from '../expect-status.ts'
import { judgeLimitHeaders } from '../limit-headers.ts'
import {
  hasStatus,
  isDocumented,
  operation,
  responses,
  type ServerCheck,
  type ServerKit,
} from '../server-kit.ts'

const envelope = (
  status: 401 | 403,
  call: (kit: ServerKit) => Promise<Sent | undefined>,
  needs?: ServerCheck['needs'],
): ServerCheck => ({
  id: `error-envelope-of-${status}`,
  rule: 'D-016',
  title: `sends the error envelope with a ${status}`,
  severity: 'advice',
  expected: `the envelope of errors, with statusCode ${status}`,
  next: 'Send the envelope of the contract with every error; the source shows none.',
  ...(needs ? { needs } : {}),
  async run(kit) {
    const sent = await call(kit)
    if (!sent) return { sent: [], verdict: unseen('nothing') }
    if (!hasStatus(sent, status)) return notAnswered(sent, status)
    const parsed = parseErrorResponseSent(bodyOf(sent.answer))
    const [issue] = parsed.ok ? [] : parsed.issues
    if (issue) return { sent: [sent], verdict: wrong(`${issue.path} ${issue.message}`) }
    const said = memberOf(bodyOf(sent.answer), 'statusCode')
    const verdict = said === status ? passed('the envelope') : wrong(`statusCode ${String(said)}`)
    return { sent: [sent], verdict }
  },
})

/** What errors look like, and which statuses there are. */
export const errorChecks: readonly ServerCheck[] = [
  envelope(401, (kit) => kit.unauthorized()),
  envelope(403, (kit) => kit.forbidden(), 'otherEnvironmentKey'),
  {
    id: 'challenge',
    rule: 'D-017',
    title: 'says with a 401 how to authenticate',
    severity: 'advice',
    expected: 'one WWW-Authenticate of the contract',
    next: 'Add the challenge of the contract to every 401; name the realm and nothing else.',
    async run(kit) {
      const sent = await kit.unauthorized()
      if (!hasStatus(sent, 401)) return notAnswered(sent, 401)
      const { sent: parse } = responses[401].headers['WWW-Authenticate']
      const values = valuesOf(sent.answer, 'www-authenticate')
      const isRight = values.length === 1 && parse(values[0]).ok
      const said = `${values.length} of them${values.length === 1 && !isRight ? ', in another form' : ''}`
      return { sent: [sent], verdict: isRight ? passed(said) : wrong(said) }
    },
  },
  {
    id: 'other-method',
    rule: '4.1.method',
    title: 'refuses another method',
    severity: 'advice',
    expected: 'a 4xx',
    next: 'Answer 405 to everything but the methods that you have.',
    async run(kit) {
      const sent = [
        await kit.call([await kit.lineOf(kit.keys.own)], { method: 'POST' }),
        await kit.call([await kit.lineOf(kit.keys.own)], { method: 'DELETE' }),
      ]
      const said = describeSent(sent)
      const isRight = sent.every(({ answer }) => kindOf(answer) === 'refused')
      return { sent, verdict: isRight ? passed(said) : wrong(said) }
    },
  },
  {
    id: 'unknown-path',
    rule: 'D-016',
    see: ['D-015'],
    title: 'answers a path that it does not have like any other error',
    severity: 'advice',
    expected: 'a 4xx with the error envelope and the rate limit headers',
    next: 'Let one place answer all errors, and add the rate limit headers there.',
    async run(kit) {
      const sent = await kit.call([await kit.lineOf(kit.keys.own)], { path: '/conformance-check' })
      const hasEnvelope = isErrorResponseSent(bodyOf(sent.answer))
      const hasLimit = judgeLimitHeaders(sent.answer).kind === 'passed'
      const said = `${describeSent([sent])}, ${hasEnvelope ? 'the' : 'no'} envelope, ${hasLimit ? 'the' : 'no'} rate limit headers`
      const isRight = kindOf(sent.answer) === 'refused' && hasEnvelope && hasLimit
      return { sent: [sent], verdict: isRight ? passed(said) : wrong(said) }
    },
  },
]

/** Runs last: which statuses came back from the operation at all. */
export const statusChecks: readonly ServerCheck[] = [
  {
    id: 'documented-statuses',
    rule: '7.other',
    title: 'answers calls of the operation with documented statuses only',
    severity: 'must',
    expected: Object.keys(responses).join(', '),
    next: 'Answer every call of the operation with a status of the contract; look into the log for errors.',
    spendsLimit: true,
    async run(kit) {
      const calls = kit.sent.filter(({ outgoing: { method, url } }) => {
        return method === operation.method && url.pathname.endsWith(operation.path)
      })
      const odd = calls.filter(
        ({ answer }) => answer.end !== 'answered' || !isDocumented(answer.status),
      )
      const sent = odd.slice(0, 3)
      if (odd.length === 0)
        return { sent, verdict: passed(`nothing else in ${calls.length} calls`) }
      return {
        sent,
        verdict: wrong(`${describeSent(odd)} in ${odd.length} of ${calls.length} calls`),
      }
    },
  },
]
