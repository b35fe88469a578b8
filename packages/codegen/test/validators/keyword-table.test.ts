import { expect, it } from 'vitest'
import { checkSchemas } from '../../src/validators/check-schemas.ts'
import { keywordRow, keywordTable } from '../../src/validators/keyword-table.ts'
import { keywordRows } from './keyword-rows.ts'
import { contractOf, loadGenerated } from './load-generated.ts'

const namesOf = (fate: string) =>
  Object.keys(keywordTable).filter((name) => keywordRow(name)?.fate === fate)

it('has a row for each keyword that is carried', () => {
  expect([...new Set(keywordRows.map(([keyword]) => keyword))].toSorted()).toEqual(
    namesOf('carried').toSorted(),
  )
})

it.each(keywordRows)('%s decides in the generated module', async (keyword, row) => {
  const { parseSubjectSent } = await loadGenerated(
    contractOf({ Subject: row.schema, Other: { type: 'integer' } }),
  )
  expect(parseSubjectSent?.(row.accepts)).toEqual({ ok: true, value: row.accepts })
  expect(parseSubjectSent?.(row.rejects)).toEqual({
    ok: false,
    issues: [
      {
        path: row.path ?? '',
        keyword: row.keyword ?? keyword,
        message: expect.stringMatching(/^expected .+, received .+/),
      },
    ],
  })
})

it.each([...namesOf('annotation'), 'x-anything'])('%s refuses no value', async (keyword) => {
  const contract = contractOf({ Subject: { anyOf: [true], [keyword]: { type: 'string' } } })
  expect(checkSchemas(contract)).toEqual({ problems: [], notices: [] })
  const { parseSubject, parseSubjectSent } = await loadGenerated(contract)
  for (const value of ['a', 1, null, {}, []]) {
    expect(parseSubject?.(value).ok).toBe(true)
    expect(parseSubjectSent?.(value).ok).toBe(true)
  }
})

it.each(namesOf('error'))('%s is an error that says what to write', (keyword) => {
  const { problems } = checkSchemas(
    contractOf({ Subject: { properties: { a: { [keyword]: true } } } }),
  )
  expect(problems).toEqual([
    {
      code: 'keyword',
      location: { file: 'schemas.yaml', pointer: `/Subject/properties/a/${keyword}` },
      message: expect.stringMatching(/^\S+ cannot be carried into validators\. .+\. .+\.$/),
    },
  ])
})
