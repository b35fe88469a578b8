import { describeSent, type Sent } from '../../engine/run.ts'
import { departs, passed, wrong } from '../../engine/verdict.ts'
import { type HeaderLine, kindOf, valuesOf } from '../../http/exchange.ts'
import { expectRefusal, expectStatus } from '../expect-status.ts'
import {
  hasStatus,
  keyHeader,
  operation,
  type ServerCheck,
  type ServerFinding,
  type ServerKit,
} from '../server-kit.ts'

const originLine = (value: string): HeaderLine => ['Origin', value]
const foreignOrigin = 'https://conformance-check.example'

const fromOrigin = async (kit: ServerKit, origin: string) =>
  kit.call([await kit.lineOf(kit.keys.own), originLine(origin)])

/** Which environments and origins a key opens. */
export const accessChecks: readonly ServerCheck[] = [
  {
    id: 'other-environment',
    rule: '5.3',
    see: ['D-018'],
    title: 'refuses a key of another environment',
    severity: 'must',
    expected: '403',
    next: 'Answer 403 to a known key of another environment, and 401 to an unknown one.',
    needs: 'otherEnvironmentKey',
    async run(kit) {
      const sent = await kit.forbidden()
      return expectRefusal(kit, sent ? [sent] : [], 403)
    },
  },
  {
    id: 'foreign-origin',
    rule: '5.3',
    see: ['4.1.rule2', 'D-021'],
    title: 'refuses an origin that is not registered',
    severity: 'must',
    expected: '403',
    next: 'Compare the Origin of a call with the origins of the environment of its key.',
    async run(kit) {
      const finding = await expectRefusal(kit, [await fromOrigin(kit, foreignOrigin)], 403)
      const isOpen = finding.sent.every((one) => hasStatus(one, 200))
      // The source lets the check depend on the environment: one may be open to any origin.
      if (!isOpen || kit.options.allowedOrigin !== undefined) return finding
      return { ...finding, verdict: departs(finding.verdict.received) }
    },
  },
  {
    id: 'null-origin',
    rule: 'D-021',
    title: 'refuses the origin null',
    severity: 'advice',
    expected: '403',
    next: 'Treat null as an origin that is not registered: any page can have it.',
    run: async (kit) => expectRefusal(kit, [await fromOrigin(kit, 'null')], 403),
  },
  {
    id: 'look-alike-origins',
    rule: '5.3',
    see: ['D-021'],
    title: 'refuses origins that look like a registered one',
    severity: 'must',
    expected: '403',
    next: 'Compare whole origins, character by character: no prefixes, suffixes or patterns.',
    needs: 'allowedOrigin',
    async run(kit) {
      const sent: Sent[] = []
      for (const one of lookAlikes(kit.options.allowedOrigin ?? '')) {
        sent.push(await fromOrigin(kit, one))
      }
      return expectRefusal(kit, sent, 403)
    },
  },
  {
    id: 'allowed-origin',
    rule: '4.1.rule2',
    see: ['D-021'],
    title: 'answers a registered origin so that its pages can read the answer',
    severity: 'must',
    expected: '200, with the origin in Access-Control-Allow-Origin and Vary',
    next: 'Echo the origin, never *, name Origin in Vary, and allow no credentials.',
    needs: 'allowedOrigin',
    async run(kit) {
      const origin = kit.options.allowedOrigin ?? ''
      const sent = await fromOrigin(kit, origin)
      if (!hasStatus(sent, 200)) return { sent: [sent], verdict: wrong(describeSent([sent])) }
      return judgeCors(sent, origin)
    },
  },
  {
    id: 'preflight',
    rule: 'D-021',
    title: 'answers a preflight request of a registered origin without a key',
    severity: 'advice',
    expected: 'a 2xx with the origin in Access-Control-Allow-Origin',
    next: 'Answer OPTIONS with Access-Control-Request-Method before you look for a key.',
    needs: 'allowedOrigin',
    async run(kit) {
      const origin = kit.options.allowedOrigin ?? ''
      const lines: HeaderLine[] = [
        originLine(origin),
        ['Access-Control-Request-Method', operation.method],
        ['Access-Control-Request-Headers', keyHeader],
      ]
      const sent = await kit.call(lines, { method: 'OPTIONS' })
      const isAccepted = kindOf(sent.answer) === 'accepted'
      if (!isAccepted) return { sent: [sent], verdict: wrong(describeSent([sent])) }
      const [allowed] = valuesOf(sent.answer, 'access-control-allow-origin')
      const said = `${describeSent([sent])}, and ${allowed === origin ? 'the' : 'not the'} origin`
      return { sent: [sent], verdict: allowed === origin ? passed(said) : wrong(said) }
    },
  },
  {
    id: 'unknown-query',
    rule: 'D-026',
    title: 'ignores parameters of the query that it does not know',
    severity: 'advice',
    expected: '200',
    next: 'Ignore unknown parameters, so that some can be added.',
    async run(kit) {
      const query = { value: 'conformance=1&page=2', shell: 'conformance=1&page=2' }
      return expectStatus([await kit.call([await kit.lineOf(kit.keys.own)], { query })], 200)
    },
  },
]

function judgeCors(sent: Sent, origin: string): ServerFinding {
  const { answer } = sent
  const allowed = valuesOf(answer, 'access-control-allow-origin')
  const problems = [
    ...(allowed.length === 1 && allowed[0] === origin ? [] : ['the origin is not echoed']),
    ...(valuesOf(answer, 'vary').some((value) => /\borigin\b/i.test(value))
      ? []
      : ['Vary does not name Origin']),
    ...(valuesOf(answer, 'access-control-allow-credentials').length === 0
      ? []
      : ['credentials are allowed']),
  ]
  const said = [describeSent([sent]), ...problems].join('; ')
  return { sent: [sent], verdict: problems.length === 0 ? passed(said) : departs(said) }
}

/** Origins that shortened or loose comparisons take for the one given. */
function lookAlikes(origin: string): string[] {
  const { protocol, hostname, host, port } = new URL(origin)
  const other = protocol === 'https:' ? 'http:' : 'https:'
  return [
    `${origin}.evil.example`,
    `${protocol}//evil-${host}`,
    `${protocol}//sub.${host}`,
    `${other}//${host}`,
    `${protocol}//${hostname}:${port === '8443' ? '9443' : '8443'}`,
  ]
}
