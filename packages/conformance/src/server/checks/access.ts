import { environments } from '@partner-platform/types'
import { departs, passed, passedIf } from '../../engine/check.ts'
import { describeSent, hasStatus, type Sent, sendInTurn } from '../../engine/run.ts'
import { type HeaderLine, kindOf, valuesOf } from '../../http/exchange.ts'
import {
  answers,
  expectRefusal,
  expectStatus,
  refuses,
  type ServerFinding,
  toServerChecks,
} from '../server-check.ts'
import {
  keyHeader,
  openKey,
  operation,
  type ServerCheckOptions,
  type ServerKit,
} from '../server-kit.ts'

const originLine = (value: string): HeaderLine => ['Origin', value]
const foreignOrigin = 'https://conformance-check.example'

/** Which environments and origins a key opens. */
export const accessChecks = toServerChecks({
  '5.3, D-018 other-environment': {
    title: 'refuses a key from another environment',
    next: 'Answer 403 to a known key of another environment, and 401 to an unknown one.',
    needs: 'otherEnvironmentKey',
    ...refuses(403, async (kit) => [await kit.forbidden()]),
  },
  '5.3, 4.1.rule2, D-021 foreign-origin': {
    title: 'refuses an origin that is not registered',
    next: 'Compare the Origin of a call with the origins of the environment of its key.',
    ...refusesOrigins(() => [foreignOrigin]),
  },
  'D-021 null-origin': {
    title: 'refuses the origin null',
    next: 'Treat null as an origin that is not registered: any page can have it.',
    ...refuses(403, async (kit) => [await kit.callWith([originLine('null')])]),
  },
  '5.3, D-021 look-alike-origins': {
    title: 'refuses origins that look like a registered one',
    next: 'Compare whole origins, character by character: no prefixes, suffixes or patterns.',
    needs: 'allowedOrigin',
    ...refusesOrigins(({ allowedOrigin = '' }) => lookAlikes(allowedOrigin)),
  },
  '4.1.rule2, D-021 allowed-origin': {
    title: 'answers a registered origin so that its pages can read the answer',
    expected: '200, with the origin in Access-Control-Allow-Origin and Vary',
    next: 'Echo the origin, never *, name Origin in Vary, and allow no credentials.',
    needs: 'allowedOrigin',
    async run(kit) {
      const { allowedOrigin = '' } = kit.options
      const sent = await kit.callWith([originLine(allowedOrigin)])
      return hasStatus(sent, 200) ? judgeCors(sent, allowedOrigin) : expectStatus([sent], 200)
    },
  },
  'D-021 preflight': {
    title: 'answers a preflight request of a registered origin without a key',
    expected: 'a 2xx with the origin in Access-Control-Allow-Origin',
    next: 'Answer OPTIONS with Access-Control-Request-Method before you look for a key.',
    needs: 'allowedOrigin',
    async run(kit) {
      const { allowedOrigin = '' } = kit.options
      const lines: HeaderLine[] = [
        originLine(allowedOrigin),
        ['Access-Control-Request-Method', operation.method],
        ['Access-Control-Request-Headers', keyHeader],
      ]
      const sent = await kit.call(lines, { method: 'OPTIONS' })
      const [allowed] = valuesOf(sent.answer, 'access-control-allow-origin')
      const isEchoed = allowed === allowedOrigin
      const said = `${describeSent([sent])}, ${isEchoed ? 'with' : 'without'} the origin`
      const isRight = kindOf(sent.answer) === 'accepted' && isEchoed
      return { sent: [sent], verdict: passedIf(isRight, said) }
    },
  },
  'D-026 unknown-query': {
    title: 'ignores unknown query parameters',
    next: 'Ignore unknown parameters, so that some can be added.',
    ...answers(200, async (kit) => [
      await kit.callWith([], { query: openKey('conformance=1&page=2') }),
    ]),
  },
})

/**
 * Calls from origins that must be refused. The source lets the check of origins depend on the environment, so
 * accepting one fails only in an environment that is known not to be Development.
 */
function refusesOrigins(originsOf: (options: ServerCheckOptions) => readonly string[]) {
  async function run(kit: ServerKit): Promise<ServerFinding> {
    const origins = originsOf(kit.options)
    const sent = await sendInTurn(origins, (origin) => kit.callWith([originLine(origin)]))
    const isOpen =
      sent.some((one) => hasStatus(one, 200)) &&
      sent.every((one) => hasStatus(one, 200) || hasStatus(one, 403))
    if (!isOpen || mustCheckOrigins(kit.options)) return expectRefusal(kit, sent, 403)
    const verdict = departs(describeSent(sent), openNext)
    return { sent, verdict: { ...verdict, warning: 'open-origins' } }
  }
  return { expected: '403', run }
}

const openNext =
  'Compare whole origins, at least outside Development. For staging or production, pass environment (--environment) to make this a failure.'

const mustCheckOrigins = ({ environment }: ServerCheckOptions) =>
  environments.some((one) => one !== 'development' && one === environment?.toLowerCase())

function judgeCors(sent: Sent, origin: string): ServerFinding {
  const valuesIn = (name: string) => valuesOf(sent.answer, name)
  const allowed = valuesIn('access-control-allow-origin')
  const namesOrigin = valuesIn('vary').some((value) => /\borigin\b/i.test(value))
  const problems = [
    allowed.length === 1 && allowed[0] === origin ? '' : 'the origin is not echoed',
    namesOrigin ? '' : 'Vary does not name Origin',
    valuesIn('access-control-allow-credentials').length === 0 ? '' : 'credentials are allowed',
  ].filter((problem) => problem !== '')
  const said = [describeSent([sent]), ...problems].join('; ')
  return { sent: [sent], verdict: problems.length === 0 ? passed(said) : departs(said) }
}

/**
 * Origins that a partial comparison confuses with the given one. A server in Development may accept any
 * loopback origin, so a loopback origin gets no look-alikes on loopback.
 */
function lookAlikes(origin: string): string[] {
  const { protocol, hostname, host, port } = new URL(origin)
  const other = protocol === 'https:' ? 'http:' : 'https:'
  const elsewhere = [`${origin}.evil.example`, `${protocol}//evil-${host}`]
  if (isLoopback(hostname)) return elsewhere
  return [
    ...elsewhere,
    `${protocol}//sub.${host}`,
    `${other}//${host}`,
    `${protocol}//${hostname}:${port === '8443' ? '9443' : '8443'}`,
  ]
}

const isLoopback = (hostname: string) =>
  /(^|\.)localhost\.?$|^127\.[\d.]+$/.test(hostname) || hostname === '[::1]'
