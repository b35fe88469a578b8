import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { JsonSchema } from '../../src/model.ts'
import { checkSchemas } from '../../src/schema/check-schemas.ts'
import { formatTable } from '../../src/schema/formats.ts'
import { keywordRow, keywordTable, valueKinds } from '../../src/schema/keyword-table.ts'
import { contractOf } from '../validators/contract-of.ts'
import { loadOnce } from '../validators/load-generated.ts'

/** At least one row for each keyword that is carried. `Other` is `{ type: integer }`. */
const keywordRows: [
  keyword: string,
  schema: JsonSchema,
  accepts: unknown,
  rejects: unknown,
  issue?: string,
  path?: string,
][] = parse(String.raw`
- [$ref, { $ref: '#/components/schemas/Other' }, 1, a, type]
- [allOf, { allOf: [{ minimum: 2 }, { maximum: 4 }] }, 3, 5, maximum]
- [anyOf, { anyOf: [{ minimum: 5 }, { maximum: 2 }] }, 1, 3]
- [oneOf, { oneOf: [{ minimum: 2 }, { maximum: 4 }] }, 1, 3]
- [not, { not: { type: string } }, 1, a]
- [if, { if: { type: integer }, then: { minimum: 1 } }, a, 0, minimum]
- [then, { if: { type: integer }, then: false }, a, 0, false schema]
- [else, { if: { type: integer }, else: { minLength: 1 } }, 0, '', minLength]
- [dependentSchemas, { dependentSchemas: { a: { required: [b] } } }, { b: 1 }, { a: 1 }, required, '/b']
- [properties, { properties: { a: { type: integer } } }, { a: 1 }, { a: a }, type, '/a']
- [patternProperties, { patternProperties: { '^a': false } }, { b: 1 }, { ab: 1 }, false schema, '/ab']
- [additionalProperties, { properties: { a: true }, additionalProperties: false }, { a: 1 }, { b: 1 }, additionalProperties, '/b']
- [propertyNames, { propertyNames: { pattern: '^a' } }, { ab: 1 }, { b: 1 }, propertyNames, '/b']
- [unevaluatedProperties, { allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, { a: 1 }, { b: 1 }, unevaluatedProperties, '/b']
- [unevaluatedProperties, { properties: { foo: true }, dependentSchemas: { foo: { properties: { bar: true } } }, unevaluatedProperties: false }, { foo: 1, bar: 2 }, { bar: 2 }, unevaluatedProperties, '/bar']
- [prefixItems, { prefixItems: [{ type: integer }] }, [1, a], [a], type, '/0']
- [items, { prefixItems: [true], items: { type: integer } }, [a, 1], [a, a], type, '/1']
- [items, { prefixItems: [true], items: false }, [a], [a, a]]
- [items, { items: false }, [], [a], false schema, '/0']
- [contains, { contains: { type: integer } }, [a, 1], [a]]
- [unevaluatedItems, { allOf: [{ prefixItems: [true] }], unevaluatedItems: false }, [1], [1, 2]]
- [type, { type: [integer, 'null'] }, null, 1.5]
- [enum, { enum: [1, a, { b: [2] }] }, { b: [2] }, { b: [3] }]
- [const, { const: { a: [1] } }, { a: [1] }, { a: [1, 1] }]
- [multipleOf, { multipleOf: 0.01 }, 19.99, 19.999]
- [maximum, { maximum: 3 }, 3, 3.1]
- [exclusiveMaximum, { exclusiveMaximum: 3 }, 2.9, 3]
- [minimum, { minimum: 3 }, 3, 2.9]
- [exclusiveMinimum, { exclusiveMinimum: 3 }, 3.1, 3]
- [maxLength, { maxLength: 1 }, '😀', ab]
- [minLength, { minLength: 2 }, ab, '😀']
- [pattern, { pattern: '^\p{Lu}$' }, Ä, ä]
- [maxItems, { maxItems: 1 }, [1], [1, 2]]
- [minItems, { minItems: 1 }, [1], []]
- [uniqueItems, { uniqueItems: true }, [1, '1', { a: 1 }], [{ a: 1, b: 2 }, { b: 2, a: 1 }]]
- [maxContains, { contains: { const: 1 }, maxContains: 1 }, [1, 2], [1, 1], contains]
- [minContains, { contains: { const: 1 }, minContains: 2 }, [1, 1], [1, 2], contains]
- [maxProperties, { maxProperties: 1 }, { a: 1 }, { a: 1, b: 2 }]
- [minProperties, { minProperties: 1 }, { a: 1 }, {}]
- [required, { required: [a] }, { a: null }, { b: 1 }, required, '/a']
- [dependentRequired, { dependentRequired: { a: [b] } }, { b: 1 }, { a: 1 }, dependentRequired, '/b']
- [format, { format: date }, '2024-02-29', '2026-02-29']
`)

const namesOf = (fate: string) =>
  [...keywordTable.keys()].filter((name) => keywordRow(name)?.fate === fate)

it('has a row for each keyword that is carried', () => {
  expect([...new Set(keywordRows.map(([keyword]) => keyword))].toSorted()).toEqual(
    namesOf('carried').toSorted(),
  )
})

const loadRows = loadOnce(
  keywordRows.map(([, schema]) => schema),
  { Other: { type: 'integer' } },
)
it.each(keywordRows.map((row, index) => [index, ...row] as const))(
  'row %i: %s decides in the generated module',
  async (index, keyword, _, accepts, rejects, issue = keyword, path = '') => {
    const parseRow = (await loadRows())[`parseSubject${index}Sent`]
    expect(parseRow?.(accepts)).toEqual({ ok: true, value: accepts, departures: [] })
    const message = expect.stringMatching(/^(expected .+, received|is|must) .+/)
    expect(parseRow?.(rejects)).toEqual({ ok: false, issues: [{ path, keyword: issue, message }] })
  },
)

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
