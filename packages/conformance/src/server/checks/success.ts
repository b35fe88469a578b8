import type { Country, CountryList } from '@partner-platform/types'
import { type Issue, parseCountryListSent, parseCountrySent } from '@partner-platform/validators'
import { departs, passed, passedIf, unseen, wrong } from '../../engine/check.ts'
import { describeSent, hasStatus } from '../../engine/run.ts'
import { valuesOf } from '../../http/exchange.ts'
import { bodyOf, isObject, judgesBody, memberOf, toServerChecks } from '../server-check.ts'
import { operation } from '../server-kit.ts'

/** A member of the envelope, whose countries other checks look at. */
const judgesMember = (member: keyof CountryList) => ({
  title: `has a valid ${member} in the envelope`,
  expected: `${member} as the contract defines it`,
  ...judgesBody((body) => {
    const result: keyof CountryList = 'result'
    const isList = Array.isArray(memberOf(body, result))
    const parsed = parseCountryListSent(isList ? { ...body, [result]: [] } : body)
    const issue = parsed.ok ? undefined : parsed.issues.find(({ path }) => path === `/${member}`)
    return issue ? wrong(issue.message) : passed(`a valid ${member}`)
  }),
})

const envelopeMembers: readonly string[] = [
  'status',
  'statusCode',
  'result',
] satisfies (keyof CountryList)[]

const countryMembers: readonly (keyof Country)[] = ['uuid', 'name', 'isoCode', 'currency']

/** Judges countries by the first issue that `concerns` selects. */
const judgesCountries = (right: string, concerns: (issue: Issue) => boolean) =>
  judgesBody((body) => {
    const countries = memberOf(body, 'result' satisfies keyof CountryList)
    for (const [index, country] of Array.isArray(countries) ? countries.entries() : []) {
      const parsed = parseCountrySent(country)
      const issue = parsed.ok ? undefined : parsed.issues.find(concerns)
      if (issue) {
        return wrong(`country ${index}: ${issue.path.replace(/^\//, '')} ${issue.message}`)
      }
    }
    return passed(right)
  })

/** Whether a rule is about which members there are, and of which type; all others are about formats. */
const isShape = ({ keyword }: Issue) =>
  ['required', 'type', 'additionalProperties'].includes(keyword)

const { body } = operation.responses[200]

/** What a success looks like, and whether it needs to be sent again. */
export const successChecks = toServerChecks({
  '4.1.success success-is-json': {
    title: 'answers a success with JSON',
    expected: `200, ${body.contentType} and a JSON object`,
    next: 'Send a JSON object, name its type in Content-Type, and compress it only on request.',
    async run(kit) {
      const sent = await kit.success()
      const [type = 'no content type'] = valuesOf(sent.answer, 'content-type')
      const isNamed = type.split(';')[0]?.trim().toLowerCase() === body.contentType
      const hasObject = isObject(bodyOf(sent.answer))
      const said = `${describeSent([sent])}, ${type}, ${hasObject ? 'an object' : 'no object'}`
      if (!hasStatus(sent, 200) || !hasObject) return { sent: [sent], verdict: wrong(said) }
      // The source asks for JSON, and does not show how its type is named.
      const otherType = { ...departs(said), warning: 'content-type' } as const
      return { sent: [sent], verdict: isNamed ? passed(said) : otherType }
    },
  },
  '2.2.status envelope-status': {
    next: 'Send status true with a success.',
    ...judgesMember('status'),
  },
  '2.2.statusCode envelope-status-code': {
    next: 'Send statusCode 200 with a 200, as a number.',
    ...judgesMember('statusCode'),
  },
  '2.2.result envelope-result': {
    next: 'Send the countries as an array in result.',
    ...judgesMember('result'),
  },
  'D-026, 2.2.result envelope-members': {
    title: 'has no other members in the envelope',
    expected: 'only members of the contract',
    next: 'Add members to the contract first: generated types do not have yours.',
    ...judgesBody((body) => {
      const more = Object.keys(body).filter((name) => !envelopeMembers.includes(name))
      const [first = ''] = more
      return more.length === 0
        ? passed('no others')
        : wrong(`${more.length} more, such as ${first.slice(0, 60)}`)
    }),
  },
  '2.1.minimal country-members': {
    title: 'sends countries with the four members, as text, and no others',
    expected: countryMembers.join(', '),
    next: 'Send exactly the four members of a country.',
    ...judgesCountries('the four members', isShape),
  },
  'D-022 country-formats': {
    title: 'sends countries in the formats of the contract',
    expected: 'a UUID in lower case, ISO 3166-1 alpha-2, ISO 4217',
    next: 'Send the formats of the contract. Our client accepts others, but lists them as departures.',
    ...judgesCountries('the formats', (issue) => !isShape(issue)),
  },
  'D-022 entity-tag': {
    title: 'answers 304 if the caller already has the list',
    expected: '304 without a body to the entity tag of the list',
    next: 'Compare If-None-Match with the entity tag, weakly, and answer 304 without a body.',
    async run(kit) {
      const first = await kit.success()
      const [tag] = valuesOf(first.answer, 'etag')
      if (tag === undefined) {
        const next = 'Send an ETag, so that lists need not be sent twice.'
        return { sent: [first], verdict: unseen('no entity tag', next) }
      }
      const sent = await kit.callWith([['If-None-Match', tag]])
      const isRight = hasStatus(sent, 304) && sent.answer.body.length === 0
      return { sent: [sent], verdict: passedIf(isRight, describeSent([sent])) }
    },
  },
})
