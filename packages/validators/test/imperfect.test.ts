import { imperfectAnswers, imperfectWebhooks } from '@partner-platform/fixtures/tables'
import { describe, expect, it } from 'vitest'
import { parseCountryList, parseSubmissionUpdatedReceived } from '../src/index.ts'

const pathsOf = (
  result: ReturnType<typeof parseSubmissionUpdatedReceived | typeof parseCountryList>,
) => result.ok && [...new Set(result.departures.map(({ path }) => path))].sort()

describe('imperfect values that the source allows', () => {
  it('are at least 60 that follow the source, beside those that do not', () => {
    const rows = [...imperfectAnswers, ...imperfectWebhooks]
    expect(rows.filter(({ legal }) => legal).length).toBeGreaterThanOrEqual(60)
    expect(rows.some(({ legal }) => !legal)).toBe(true)
  })

  const lists = imperfectAnswers.filter(({ status, headers }) => status === 200 && headers)
  it.each(lists)('$rule $name is read, and its departures are listed', ({ body, departs }) => {
    const result = parseCountryList(JSON.parse(body.replace(/^\uFEFF/, '')))
    expect(pathsOf(result)).toEqual(departs.filter((path) => path !== '').toSorted())
  })

  it.each(imperfectWebhooks)(
    '$rule $name is read, and its departures are listed',
    ({ event, departs }) => {
      expect(pathsOf(parseSubmissionUpdatedReceived(event))).toEqual(departs.toSorted())
    },
  )
})
