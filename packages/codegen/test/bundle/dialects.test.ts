import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { bundleContract } from '../../src/bundle-contract.ts'
import type { JsonSchema } from '../../src/model.ts'
import { writeDocuments } from '../write-documents.ts'

function normalize(given: JsonSchema, head: Record<string, unknown>): JsonSchema | undefined {
  const document = { ...head, components: { schemas: { A: given, B: { type: 'string' } } } }
  const cwd = writeDocuments({ 'document.json': JSON.stringify(document) })
  const kind = 'openapi' in head ? 'openapi' : 'asyncapi'
  return bundleContract({ [kind]: ['document.json'], cwd }).schemas.find(({ name }) => name === 'A')
    ?.schema
}

/** What is written, and what it is in 2020-12. */
type Row = [title: string, given: JsonSchema, want: JsonSchema]

const from30: Row[] = parse(`
- [nullable beside type, { type: string, nullable: true }, { type: [string, 'null'] }]
- [nullable beside enum, { type: string, enum: [a], nullable: true }, { type: [string, 'null'], enum: [a, null] }]
- [nullable beside enum with null, { type: string, enum: [a, null], nullable: true }, { type: [string, 'null'], enum: [a, null] }]
- - nullable beside allOf
  - { description: D, allOf: [&B { $ref: '#/components/schemas/B' }], nullable: true, x-a: 1 }
  - { description: D, x-a: 1, anyOf: [{ allOf: [*B] }, { type: 'null' }] }
- [nullable false, { type: string, nullable: false }, { type: string }]
- [nullable alone, { nullable: true }, {}]
- [boolean exclusive bounds, { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true }, { exclusiveMinimum: 1, exclusiveMaximum: 9 }]
- [boolean exclusive bounds that are off, { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }]
- [example, { example: { a: 1 } }, { examples: [{ a: 1 }] }]
- [texts beside a $ref, &TEXTS { properties: { b: { $ref: '#/components/schemas/B', description: D } } }, *TEXTS]
- - discriminator with a mapping
  - { oneOf: [*B], discriminator: { propertyName: t, mapping: { b: './document.json#/components/schemas/B', c: C } } }
  - { oneOf: [*B], discriminator: { propertyName: t, mapping: { b: '#/components/schemas/B', c: C } } }
`)

test.each(from30)('OpenAPI 3.0 to 2020-12: %s', (_, given, want) => {
  expect(normalize(given, { openapi: '3.0.3' })).toEqual(want)
})

const fromDraft07: Row[] = parse(`
- [a list of items, { items: [&B { $ref: '#/components/schemas/B' }, true] }, { prefixItems: [*B, true] }]
- [a list of items with additionalItems, { items: [true], additionalItems: false }, { prefixItems: [true], items: false }]
- - additionalItems without a list, which mean nothing
  - { items: *B, additionalItems: false }
  - { items: *B }
- [dependencies, { dependencies: { a: [b], c: { items: *B } } }, { dependentRequired: { a: [b] }, dependentSchemas: { c: { items: *B } } }]
- - definitions, $id and $schema, which only name
  - { $schema: 'http://json-schema.org/draft-07/schema#', $id: 'urn:a', definitions: { x: *B }, type: string }
  - { type: string }
- - a $ref into definitions
  - { definitions: { x: { type: 'null' } }, items: { $ref: '#/components/schemas/A/definitions/x' } }
  - { items: { $ref: '#/components/schemas/AX' } }
- [a Multi Format Schema Object, { schemaFormat: application/vnd.oai.openapi+json;version=3.0.0, schema: { type: string, nullable: true } }, { type: [string, 'null'] }]
`)

test.each(fromDraft07)('draft-07 to 2020-12: %s', (_, given, want) => {
  expect(normalize(given, { asyncapi: '3.0.0' })).toEqual(want)
})

test('2020-12 stays as it is written, rules beside a $ref included', () => {
  const $ref = '#/components/schemas/B'
  const given = { $ref, minLength: 1, prefixItems: [false], unevaluatedProperties: false }
  expect(normalize(given, { openapi: '3.1.1' })).toEqual(given)
})

test('sorts the keys of schemas, or leaves them as written where people read them', () => {
  const text =
    '{"openapi":"3.1.0","components":{"schemas":{"A":{"type":"object","properties":{"b":true,"a":true}}}}}'
  const cwd = writeDocuments({ 'a.json': text })
  const keysOf = (keyOrder: 'sorted' | 'written') =>
    JSON.stringify(bundleContract({ openapi: ['a.json'], cwd, keyOrder }).schemas[0]?.schema)
  expect(keysOf('sorted')).toBe('{"properties":{"a":true,"b":true},"type":"object"}')
  expect(keysOf('written')).toBe('{"type":"object","properties":{"b":true,"a":true}}')
})
