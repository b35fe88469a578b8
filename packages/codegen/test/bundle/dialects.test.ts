import { expect, test } from 'vitest'
import { bundleContract } from '../../src/bundle-contract.ts'
import type { JsonSchema } from '../../src/model.ts'
import { writeDocuments } from '../write-documents.ts'

interface Row {
  given: JsonSchema
  want: JsonSchema
}

function normalize(given: JsonSchema, head: Record<string, unknown>): JsonSchema | undefined {
  const document = { ...head, components: { schemas: { A: given, B: { type: 'string' } } } }
  const cwd = writeDocuments({ 'document.json': JSON.stringify(document) })
  const kind = 'openapi' in head ? 'openapi' : 'asyncapi'
  return bundleContract({ [kind]: ['document.json'], cwd }).schemas.find(({ name }) => name === 'A')
    ?.schema
}

const B = { $ref: '#/components/schemas/B' }

const from30: Record<string, Row> = {
  'nullable beside type': {
    given: { type: 'string', nullable: true },
    want: { type: ['string', 'null'] },
  },
  'nullable beside enum': {
    given: { type: 'string', enum: ['a'], nullable: true },
    want: { type: ['string', 'null'], enum: ['a', null] },
  },
  'nullable beside enum with null': {
    given: { type: 'string', enum: ['a', null], nullable: true },
    want: { type: ['string', 'null'], enum: ['a', null] },
  },
  'nullable beside allOf': {
    given: { description: 'D', allOf: [B], nullable: true, 'x-a': 1 },
    want: { description: 'D', 'x-a': 1, anyOf: [{ allOf: [B] }, { type: 'null' }] },
  },
  'nullable false': { given: { type: 'string', nullable: false }, want: { type: 'string' } },
  'nullable alone': { given: { nullable: true }, want: {} },
  'boolean exclusive bounds': {
    given: { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
    want: { exclusiveMinimum: 1, exclusiveMaximum: 9 },
  },
  'boolean exclusive bounds that are off': {
    given: { minimum: 1, exclusiveMinimum: false },
    want: { minimum: 1 },
  },
  example: { given: { example: { a: 1 } }, want: { examples: [{ a: 1 }] } },
  'texts beside a $ref': {
    given: { properties: { b: { ...B, description: 'D' } } },
    want: { properties: { b: { ...B, description: 'D' } } },
  },
  'discriminator with a mapping': {
    given: {
      oneOf: [B],
      discriminator: {
        propertyName: 't',
        mapping: { b: './document.json#/components/schemas/B', c: 'C' },
      },
    },
    want: {
      oneOf: [B],
      discriminator: { propertyName: 't', mapping: { b: '#/components/schemas/B', c: 'C' } },
    },
  },
}

test.each(Object.entries(from30))('OpenAPI 3.0 to 2020-12: %s', (_, { given, want }) => {
  expect(normalize(given, { openapi: '3.0.3' })).toEqual(want)
})

const fromDraft07: Record<string, Row> = {
  'a list of items': { given: { items: [B, true] }, want: { prefixItems: [B, true] } },
  'a list of items with additionalItems': {
    given: { items: [true], additionalItems: false },
    want: { prefixItems: [true], items: false },
  },
  'additionalItems without a list, which mean nothing': {
    given: { items: B, additionalItems: false },
    want: { items: B },
  },
  dependencies: {
    given: { dependencies: { a: ['b'], c: { items: B } } },
    want: { dependentRequired: { a: ['b'] }, dependentSchemas: { c: { items: B } } },
  },
  'definitions, $id and $schema, which only name': {
    given: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'urn:a',
      definitions: { x: B },
      type: 'string',
    },
    want: { type: 'string' },
  },
  'a $ref into definitions': {
    given: {
      definitions: { x: { type: 'null' } },
      items: { $ref: '#/components/schemas/A/definitions/x' },
    },
    want: { items: { $ref: '#/components/schemas/AX' } },
  },
  'a Multi Format Schema Object': {
    given: {
      schemaFormat: 'application/vnd.oai.openapi+json;version=3.0.0',
      schema: { type: 'string', nullable: true },
    },
    want: { type: ['string', 'null'] },
  },
}

test.each(Object.entries(fromDraft07))('draft-07 to 2020-12: %s', (_, { given, want }) => {
  expect(normalize(given, { asyncapi: '3.0.0' })).toEqual(want)
})

test('2020-12 stays as it is written, rules beside a $ref included', () => {
  const given = {
    ...B,
    minLength: 1,
    prefixItems: [false],
    unevaluatedProperties: false,
  }
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
