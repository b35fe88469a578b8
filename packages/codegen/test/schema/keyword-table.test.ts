import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkSchemas } from '../../src/schema/check-schemas.ts'
import { formatTable } from '../../src/schema/formats.ts'
import { keywordRow, keywordTable, valueKinds } from '../../src/schema/keyword-table.ts'
import { contractOf } from '../validators/contract-of.ts'
import { loadOnce } from '../validators/load-generated.ts'

const namesOf = (fate: string) =>
  [...keywordTable.keys()].filter((name) => keywordRow(name)?.fate === fate)

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
      message: expect.stringMatching(/^Validators cannot check \S+\. .+\. .+\.$/),
    },
  ])
})

it('KEYWORDS.md lists the keywords and formats of the tables, and says how each is supported', () => {
  const text = readFileSync(`${import.meta.dirname}/../../KEYWORDS.md`, 'utf8')
  const listed = (title: string) => {
    const [, count, table = ''] = new RegExp(`^## ${title}: (\\d+)\n([^#]*)`, 'm').exec(text) ?? []
    const lines = table.split('\n').filter((line) => line.startsWith('| `'))
    expect(lines).toHaveLength(Number(count))
    const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()))
    expect(rows.flat().filter((cell) => cell === '')).toHaveLength(2 * rows.length)
    return rows.map(([, name = '', ...cells]) => [name.slice(1, -1), ...cells.slice(0, -1)])
  }
  const keywords = [...keywordTable].map(([name, row]) => ({ name, ...row }))
  expect(listed('Supported').map(([name, kind]) => [name, kind])).toEqual(
    keywords.flatMap((row) =>
      row.fate === 'carried' ? [[row.name, valueKinds[row.value].expected]] : [],
    ),
  )
  expect(listed('Annotations').map(([name]) => name)).toEqual(namesOf('annotation'))
  expect(listed('Errors')).toEqual(
    keywords.flatMap((row) => (row.fate === 'error' ? [[row.name, row.how, row.instead]] : [])),
  )
  expect(
    listed('Formats').map(([name, type, note]) => [name, type, /^Not checked/.test(note ?? '')]),
  ).toEqual(
    Object.entries(formatTable).map(([name, row]) => [
      name,
      row.fate === 'annotation' ? 'no' : row.type,
      row.fate === 'annotation' && row.isRule,
    ]),
  )
})
