import type { CountryList } from '@partner-platform/types'
import { type Issue, parseCountryListSent } from '@partner-platform/validators'
import { describeSent } from '../../engine/run.ts'
import { passed, wrong } from '../../engine/verdict.ts'
import { valuesOf } from '../../http/exchange.ts'
import { bodyOf, isObject, memberOf, reads } from '../expect-status.ts'
import { hasStatus, operation, type ServerCheck } from '../server-kit.ts'

/** What the envelope without its countries breaks at one of its members. */
function envelopeIssue(body: object, member: keyof CountryList): Issue | undefined {
  const { result }: { result: keyof CountryList } = { result: 'result' }
  const isList = Array.isArray(memberOf(body, result))
  const parsed = parseCountryListSent(isList ? { ...body, [result]: [] } : body)
  return parsed.ok ? undefined : parsed.issues.find(({ path }) => path === `/${member}`)
}

const envelope = (member: keyof CountryList, rule: ServerCheck['rule'], next: string) =>
  reads(
    {
      id: `envelope-${member === 'statusCode' ? 'status-code' : member}`,
      rule,
      title: `has a right ${member} in the envelope`,
      severity: 'must',
      expected: `${member} as the contract has it`,
      next,
    },
    (body) => {
      const issue = envelopeIssue(body, member)
      return issue ? wrong(issue.message) : passed(`a right ${member}`)
    },
  )

/** What a success looks like from outside its countries. */
export const envelopeChecks: readonly ServerCheck[] = [
  {
    id: 'success-is-json',
    rule: '4.1.success',
    title: 'answers a success with JSON',
    severity: 'must',
    expected: `200, ${operation.responses[200].body.contentType} and a JSON object`,
    next: 'Send a JSON object, say so in Content-Type, and compress it only for those who ask.',
    async run(kit) {
      const sent = await kit.success()
      const [type = 'no content type'] = valuesOf(sent.answer, 'content-type')
      const isJson = type.split(';')[0]?.trim().toLowerCase() === 'application/json'
      const body = bodyOf(sent.answer)
      const said = `${describeSent([sent])}, ${type}, ${isObject(body) ? 'an object' : 'no object'}`
      const isRight = hasStatus(sent, 200) && isJson && isObject(body)
      return { sent: [sent], verdict: isRight ? passed(said) : wrong(said) }
    },
  },
  envelope('status', '2.2.status', 'Say status true on a success.'),
  envelope('statusCode', '2.2.statusCode', 'Say statusCode 200 on a 200, as a number.'),
  envelope('result', '2.2.result', 'Send the countries as an array in result.'),
  reads(
    {
      id: 'envelope-members',
      rule: 'D-026',
      see: ['2.2.result'],
      title: 'has no other members in the envelope',
      severity: 'advice',
      expected: 'the members that the contract has',
      next: 'Add members to the contract first: those who generate types do not know yours.',
    },
    (body) => {
      const known: readonly (keyof CountryList)[] = ['status', 'statusCode', 'result']
      const more = Object.keys(body).filter((name) => !known.includes(name as 'status'))
      return more.length === 0
        ? passed('no others')
        : wrong(`${more.length} more, such as ${more[0]?.slice(0, 60)}`)
    },
  ),
]
