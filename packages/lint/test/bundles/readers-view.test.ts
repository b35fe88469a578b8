import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../src/bundle/documents.ts'
import { buildBundles } from '../../src/bundle/index.ts'
import { toReadersSchema } from '../../src/bundle/to-readers-view.ts'
import { listExamples } from '../../src/contract/example-cases.ts'
import { contract as specs, specsFolder } from '../broken-copy.ts'

const folder = mkdtempSync(join(tmpdir(), 'readers-'))
const dist = join(folder, 'dist')
const render = async (_: string, { page }: { page: string }) => writeFileSync(page, '')
beforeAll(() => buildBundles({ specs: specsFolder, outDir: dist, render }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const jsonOf = (name: string): Json => JSON.parse(readFileSync(join(dist, name), 'utf8'))
const schemas = ['country-list', 'error-response', 'submission-updated']
const rows = listExamples(specs).filter(
  ({ schema, folder: kind }) => schemas.includes(schema) && kind !== 'unparseable',
)

describe('what a reader takes', () => {
  it('is there for each body of a response and each payload of a message', () => {
    const names = readdirSync(dist).filter((name) => name.endsWith('.reader.schema.json'))
    expect(names.sort()).toEqual(schemas.map((name) => `${name}.reader.schema.json`))
    const listed = jsonOf('manifest.json').files.map(({ name }: { name: string }) => name)
    expect(listed).toEqual(
      expect.arrayContaining([...names, 'openapi.reader.json', 'asyncapi.reader.json']),
    )
  })

  it.each(rows)('6.4.2 is judged by a plain validator: $file', ({ file, schema, folder: kind }) => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true })
    const validate = ajv.compile(jsonOf(`${schema}.reader.schema.json`))
    expect(validate(specs.files.get(file)?.value)).toBe(kind !== 'invalid')
  })

  it('binds nothing that a partner sends', () => {
    const [strict, view] = [jsonOf('openapi.json'), jsonOf('openapi.reader.json')]
    expect(view.components.parameters).toEqual(strict.components.parameters)
    expect(view.components.schemas['if-none-match']).toEqual(
      strict.components.schemas['if-none-match'],
    )
    expect(view.info).toEqual(strict.info)
    const { headers } = jsonOf('asyncapi.reader.json').components.messages.submissionUpdated
    expect(headers.properties['Content-Type']).toEqual({
      ...{ description: 'Always JSON.', type: 'string' },
    })
    expect(JSON.stringify(view.components.schemas.country)).not.toMatch(/pattern|maxLength/)
  })

  it.each<[string, Json, Json]>([
    ['a format', { type: 'string', format: 'uuid', title: 'A' }, { title: 'A', type: 'string' }],
    ['an integer', { type: 'integer', minimum: 1 }, { type: 'number' }],
    ['a listed value', { enum: ['a', null] }, { type: ['string', 'null'] }],
    ['items', { type: 'array', items: { type: 'string' } }, { type: 'array' }],
    [
      'an optional member',
      { required: ['a'], properties: { a: { type: 'string' }, b: { type: 'string', title: 'B' } } },
      { required: ['a'], properties: { a: { type: 'string' }, b: { title: 'B' } } },
    ],
    [
      'a member that only the sender must give',
      { required: ['a'], properties: { a: { type: 'string', 'x-sender-only': true } } },
      { properties: { a: {} } },
    ],
    [
      'a choice',
      { oneOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
      { allOf: [{ anyOf: [{ type: 'string' }, { type: 'null' }] }] },
    ],
    ['a rule for the sender', { 'x-sender-only': true, type: 'string' }, {}],
  ])('keeps the structure of %s', (_, schema, want) => {
    expect(toReadersSchema(schema)).toEqual(want)
  })
})
