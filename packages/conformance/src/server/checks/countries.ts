import type { Country, CountryList } from '@partner-platform/types'
import { parseCountrySent } from '@partner-platform/validators'
import { describeSent } from '../../engine/run.ts'
import { passed, unseen, wrong } from '../../engine/verdict.ts'
import { valuesOf } from '../../http/exchange.ts'
import { memberOf, reads } from '../expect-status.ts'
import { hasStatus, type ServerCheck } from '../server-kit.ts'

/** Rules that say which members there are, and of which type; all others are about formats. */
const shapeKeywords = ['required', 'type', 'additionalProperties']

/** What is wrong with countries, by the first one that has it. */
function countryIssue(body: unknown, isShape: boolean): string | undefined {
  const countries = memberOf(body, 'result' satisfies keyof CountryList)
  if (!Array.isArray(countries)) return undefined
  for (const [index, country] of countries.entries()) {
    const parsed = parseCountrySent(country)
    const issue = parsed.ok
      ? undefined
      : parsed.issues.find(({ keyword }) => shapeKeywords.includes(keyword) === isShape)
    if (issue) return `country ${index}: ${issue.path.replace(/^\//, '')} ${issue.message}`
  }
  return undefined
}

const members: readonly (keyof Country)[] = ['uuid', 'name', 'isoCode', 'currency']

/** What the countries of a success look like, and whether they need to be sent again. */
export const countryChecks: readonly ServerCheck[] = [
  reads(
    {
      id: 'country-members',
      rule: '2.1.minimal',
      title: 'sends countries with the four members, as text, and no others',
      severity: 'must',
      expected: members.join(', '),
      next: 'Send exactly the four members of a country.',
    },
    (body) => {
      const issue = countryIssue(body, true)
      return issue ? wrong(issue) : passed('the four members')
    },
  ),
  reads(
    {
      id: 'country-formats',
      rule: 'D-022',
      title: 'sends countries in the formats that the contract decides on',
      severity: 'advice',
      expected: 'a UUID in lower case, ISO 3166-1 alpha-2, ISO 4217',
      next: 'Send the formats of the contract, which clients validate.',
    },
    (body) => {
      const issue = countryIssue(body, false)
      return issue ? wrong(issue) : passed('the formats')
    },
  ),
  {
    id: 'entity-tag',
    rule: 'D-022',
    title: 'does not send again what the caller has',
    severity: 'advice',
    expected: '304 without a body to the entity tag of the list',
    next: 'Compare If-None-Match with the entity tag, weakly, and answer 304 without a body.',
    async run(kit) {
      const first = await kit.success()
      const [tag] = valuesOf(first.answer, 'etag')
      if (tag === undefined) {
        const verdict = unseen(
          'no entity tag',
          'Send an ETag, so that lists need not be sent twice.',
        )
        return { sent: [first], verdict }
      }
      const sent = await kit.call([await kit.lineOf(kit.keys.own), ['If-None-Match', tag]])
      const isRight = hasStatus(sent, 304) && sent.answer.body.length === 0
      const said = describeSent([sent])
      return { sent: [sent], verdict: isRight ? passed(said) : wrong(said) }
    },
  },
]
