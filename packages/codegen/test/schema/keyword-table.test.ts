import { expect, it } from 'vitest'
import { keywordRow, keywordTable } from '../../src/schema/keyword-table.ts'
import { checkSchemas } from '../../src/validators/check-schemas.ts'
import { contractOf } from '../validators/contract-of.ts'
import { keywordRows } from '../validators/keyword-rows.ts'
import { loadOnce } from '../validators/load-generated.ts'

const namesOf = (fate: string) =>
  Object.keys(keywordTable).filter((name) => keywordRow(name)?.fate === fate)

it('has a row for each keyword that is carried', () => {
  expect([...new Set(keywordRows.map(([keyword]) => keyword))].toSorted()).toEqual(
    namesOf('carried').toSorted(),
  )
})

const loadRows = loadOnce(
  keywordRows.map(([, { schema }]) => schema),
  { Other: { type: 'integer' } },
)
const rows = keywordRows.map(([keyword, row], index) => [keyword, row, index] as const)

it.each(rows)('%s decides in the generated module', async (keyword, row, index) => {
  const parse = (await loadRows())[`parseSubject${index}Sent`]
  expect(parse?.(row.accepts)).toEqual({ ok: true, value: row.accepts, departures: [] })
  expect(parse?.(row.rejects)).toEqual({
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

const annotations = [...namesOf('annotation'), 'x-anything']
const annotated = (keyword: string) => ({ anyOf: [true], [keyword]: { type: 'string' } })
const loadAnnotated = loadOnce(annotations.map(annotated))

it.each(annotations)('%s refuses no value', async (keyword) => {
  const contract = contractOf({ Subject: annotated(keyword) })
  expect(checkSchemas(contract)).toEqual({ problems: [], notices: [] })
  const generated = await loadAnnotated()
  const name = `parseSubject${annotations.indexOf(keyword)}`
  for (const value of ['a', 1, null, {}, []]) {
    expect(generated[name]?.(value).ok).toBe(true)
    expect(generated[`${name}Sent`]?.(value).ok).toBe(true)
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
