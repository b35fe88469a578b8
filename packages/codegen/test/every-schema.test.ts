import { expect, test } from 'vitest'
import type { EmitterName } from '../src/emitter-names.ts'
import { ContractError, formatProblem } from '../src/errors.ts'
import { generate } from '../src/generate.ts'
import { rowsOf } from './rows-of.ts'
import { writeDocuments } from './write-documents.ts'

const HEAD = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n'

async function run(openapi: string, emit: EmitterName[]) {
  const cwd = writeDocuments({ 'openapi.yaml': HEAD + openapi })
  const notices: string[] = []
  const onNotice = (notice: string) => notices.push(notice)
  const error = await generate({ openapi: ['openapi.yaml'], cwd, emit, onNotice }).then(
    () => new ContractError([]),
    (thrown: ContractError) => thrown,
  )
  return { problems: error.problems.map(formatProblem), notices }
}

/** Each place: the document, with the schema as `X`, and the pointer of the schema. */
const places = rowsOf(`
a component | components: { schemas: { A: X } } | /components/schemas/A
a parameter of an operation | paths: { /a: { get: { parameters: [{ name: q, in: query, schema: X }] } } } | /paths/~1a/get/parameters/0/schema
a parameter of a path | paths: { /a: { parameters: [{ name: q, in: query, schema: { items: X } }], get: {} } } | /paths/~1a/parameters/0/schema/items
a parameter that is not used | components: { parameters: { P: { name: p, in: query, schema: X } } } | /components/parameters/P/schema
a second content type | paths: { /a: { get: { requestBody: { content: { application/json: { schema: { type: string } }, application/xml: { schema: X } } } } } } | /paths/~1a/get/requestBody/content/application~1xml/schema
the content of a parameter | paths: { /a: { get: { parameters: [{ name: q, in: query, content: { application/json: { schema: X } } }] } } } | /paths/~1a/get/parameters/0/content/application~1json/schema
the content of a header | paths: { /a: { get: { responses: { 200: { headers: { H: { content: { application/json: { schema: X } } } } } } } } } | /paths/~1a/get/responses/200/headers/H/content/application~1json/schema
a callback | paths: { /a: { get: { callbacks: { C: { '{$url}': { post: { parameters: [{ name: q, in: query, schema: X }] } } } } } } } | /paths/~1a/get/callbacks/C/{$url}/post/parameters/0/schema
the content of a string | components: { schemas: { A: { type: string, contentSchema: X } } } | /components/schemas/A/contentSchema
`)

test.each(places)(
  'an unknown keyword in %s is an error, whatever is emitted',
  async (_, document = '', pointer) => {
    const wrong = document.replace(/\bX\b/, '{ type: string, maxLenght: 3 }')
    for (const emit of [['types'], ['constants'], ['types', 'validators']] as EmitterName[][]) {
      const { problems } = await run(wrong, emit)
      expect(problems).toEqual([
        expect.stringMatching(
          /^openapi\.yaml:3:\d+ \S+\/maxLenght: maxLenght is not a keyword of JSON Schema 2020-12 or OpenAPI 3\.1 and would be dropped\. Did you mean maxLength\?$/,
        ),
      ])
      expect(problems[0]).toContain(` ${pointer}/maxLenght: `)
    }
  },
)

test('a value of a wrong kind is an error of a run that emits types only', async () => {
  const { problems } = await run('components: { schemas: { A: { type: file } } }', ['types'])
  expect(problems).toEqual([
    'openapi.yaml:3:31 /components/schemas/A/type: type must be array, boolean, integer, null, number, object or string, or a list of them.',
  ])
})

test('what only validators cannot carry is no error of a run that emits types only', async () => {
  const document = "components: { schemas: { A: { type: string, pattern: '(?i)a' } } }"
  expect(await run(document, ['types'])).toEqual({ problems: [], notices: [] })
  expect((await run(document, ['types', 'validators'])).problems).toHaveLength(1)
})

test('gives a notice of a header and a parameter described by their content', async () => {
  const content = 'content: { application/json: { schema: { type: object } } }'
  const { problems, notices } = await run(
    `paths: { /a: { get: { responses: { 200: { description: ok, headers: { H: { ${content} } } } }, parameters: [{ name: q, in: query, ${content} }] } } }`,
    ['types', 'constants'],
  )
  const says = (what: string) =>
    `the content of a ${what} is typed in openapi.ts only: constants and parsers have no schema for it. Use schema instead of content if its value is plain text.`
  expect(problems).toEqual([])
  expect(notices).toEqual([
    `openapi.yaml:3:180 /paths/~1a/get/parameters/0/content: ${says('parameter')}`,
    `openapi.yaml:3:76 /paths/~1a/get/responses/200/headers/H/content: ${says('header')}`,
  ])
})

test('gives a notice of a discriminator that means inheritance', async () => {
  const { problems, notices } = await run(
    `components: { schemas: { A: { type: object, discriminator: { propertyName: k } }, B: { allOf: [{ $ref: '#/components/schemas/A' }] }, C: { oneOf: [{ $ref: '#/components/schemas/B' }], discriminator: { propertyName: k } } } }`,
    ['types'],
  )
  expect(problems).toEqual([])
  expect(notices).toEqual([
    'openapi.yaml:3:45 /components/schemas/A/discriminator: discriminator without oneOf or anyOf has no effect: values are not checked against the schemas that inherit from this one. List them in a oneOf.',
  ])
})

test('a number that JSON lacks is an error anywhere', async () => {
  const { problems } = await run(
    `x-constants:\n  a: .nan\n  b: { value: [1, -.inf] }\n  c: 1e999\n`,
    ['types'],
  )
  expect(problems).toEqual([
    'openapi.yaml:4:3 /x-constants/a: JSON has no NaN. Write a number or a string.',
    'openapi.yaml:5:19 /x-constants/b/value/1: JSON has no -Infinity. Write a number or a string.',
    'openapi.yaml:6:3 /x-constants/c: JSON has no Infinity. Write a number or a string.',
  ])
})

test('gives a notice of a whole number that is not read exactly, except in an example', async () => {
  const big = '12345678901234567890'
  const { problems, notices } = await run(
    `x-constants: { a: ${big}, b: 9007199254740991, c: 1.5e300 }\ncomponents: { schemas: { A: { properties: { example: { enum: [${big}] } }, example: ${big} } } }`,
    ['types'],
  )
  expect(problems).toEqual([])
  const says = 'integers beyond 2^53 are not exact. Write a string if every digit matters.'
  expect(notices).toEqual([
    `openapi.yaml:3:16 /x-constants/a: ${says}`,
    `openapi.yaml:4:63 /components/schemas/A/properties/example/enum/0: ${says}`,
  ])
})

test('JSON documents are held to the same numbers', async () => {
  const cwd = writeDocuments({
    'a.json': '{"openapi":"3.1.0","x-constants":{"a":1e999,"b":12345678901234567890}}',
  })
  const problem = 'a.json:1:35 /x-constants/a: JSON has no Infinity. Write a number or a string.'
  await expect(generate({ openapi: ['a.json'], cwd, emit: ['types'] })).rejects.toThrow(problem)
})
