import { isErrorResponseSent, parseErrorResponseSent } from '@partner-platform/validators'
import { passed, passedIf, wrong } from '../../engine/check.ts'
import { describeSent, type Sent } from '../../engine/run.ts'
import { kindOf, valuesOf } from '../../http/exchange.ts'
import { bodyOf, judgesAnswer, memberOf, toServerChecks } from '../server-check.ts'
import { operation, responses, type ServerKit } from '../server-kit.ts'
import { judgeLimitHeaders } from './limits.ts'

const judgesEnvelope = (status: 401 | 403, call: (kit: ServerKit) => Promise<Sent>) => ({
  title: `sends the error envelope with a ${status}`,
  expected: `the envelope of errors, with statusCode ${status}`,
  next: 'Send the envelope of the contract with every error; the source shows none.',
  ...judgesAnswer(status, call, (answer) => {
    const parsed = parseErrorResponseSent(bodyOf(answer))
    const [issue] = parsed.ok ? [] : parsed.issues
    if (issue) return wrong(`${issue.path} ${issue.message}`)
    const said = memberOf(bodyOf(answer), 'statusCode')
    return said === status ? passed('the envelope') : wrong(`statusCode ${String(said)}`)
  }),
})

export const errorChecks = toServerChecks({
  'D-016 error-envelope-of-401': judgesEnvelope(401, (kit) => kit.unauthorized()),
  'D-016 error-envelope-of-403': {
    needs: 'otherEnvironmentKey',
    ...judgesEnvelope(403, (kit) => kit.forbidden()),
  },
  'D-017 challenge': {
    title: 'says in a 401 how to authenticate',
    expected: 'one WWW-Authenticate header, as in the contract',
    next: 'Add the challenge of the contract to every 401; name the realm and nothing else.',
    ...judgesAnswer(
      401,
      (kit) => kit.unauthorized(),
      (answer) => {
        const { sent: parse } = responses[401].headers['WWW-Authenticate']
        const [value, ...others] = valuesOf(answer, 'www-authenticate')
        if (value === undefined || others.length > 0)
          return wrong(`${value === undefined ? 0 : others.length + 1} of them`)
        return parse(value).ok ? passed('1 of them') : wrong('one, in a different form')
      },
    ),
  },
  '4.1.method other-method': {
    severity: 'advice',
    title: 'refuses any other method',
    expected: 'a 4xx',
    next: 'Answer 405 to everything but the methods that you have.',
    async run(kit) {
      const sent = [
        await kit.callWith([], { method: 'POST' }),
        await kit.callWith([], { method: 'DELETE' }),
      ]
      const isRight = sent.every(({ answer }) => kindOf(answer) === 'refused')
      return { sent, verdict: passedIf(isRight, describeSent(sent)) }
    },
  },
  'D-016, D-015 unknown-path': {
    title: 'answers an unknown path like any other error',
    expected: 'a 4xx with the error envelope and the rate-limit headers',
    next: 'Answer all errors in one place, and add the rate-limit headers there.',
    async run(kit) {
      const sent = await kit.callWith([], { path: '/conformance-check' })
      const hasEnvelope = isErrorResponseSent(bodyOf(sent.answer))
      const hasLimit = judgeLimitHeaders(sent.answer).kind === 'passed'
      const said = `${describeSent([sent])}, ${hasEnvelope ? 'the' : 'no'} envelope, ${hasLimit ? 'the' : 'no'} rate-limit headers`
      const isRight = kindOf(sent.answer) === 'refused' && hasEnvelope && hasLimit
      return { sent: [sent], verdict: passedIf(isRight, said) }
    },
  },
})

/** Runs last, on the statuses of all calls of the operation. */
export const statusChecks = toServerChecks({
  '7.other documented-statuses': {
    title: 'answers calls of the operation with documented statuses only',
    expected: Object.keys(responses).join(', '),
    next: 'Answer every call of the operation with a status of the contract; look for errors in the log.',
    spendsLimit: true,
    async run(kit) {
      const calls = kit.sent.filter(({ outgoing: { method, url } }) => {
        return method === operation.method && url.pathname.endsWith(operation.path)
      })
      const odd = calls.filter(
        ({ answer: { end, status } }) => end !== 'answered' || !(String(status) in responses),
      )
      const verdict =
        odd.length === 0
          ? passed(`nothing else in ${calls.length} calls`)
          : wrong(`${describeSent(odd)} in ${odd.length} of ${calls.length} calls`)
      return { sent: odd.slice(0, 3), verdict }
    },
  },
})
