import type { JsonSchema } from '../../src/model.ts'

/** A schema that uses the keyword, a value it accepts and one it rejects, with where and by which keyword. */
export interface KeywordCase {
  schema: JsonSchema
  accepts: unknown
  rejects: unknown
  path?: string
  /** Of the issue, where it is not the keyword itself. */
  keyword?: string
}

/** At least one row for each keyword that is carried. `Other` is `{ type: integer }`. */
export const keywordRows: readonly (readonly [string, KeywordCase])[] = [
  [
    '$ref',
    { schema: { $ref: '#/components/schemas/Other' }, accepts: 1, rejects: 'a', keyword: 'type' },
  ],
  [
    'allOf',
    {
      schema: { allOf: [{ minimum: 2 }, { maximum: 4 }] },
      accepts: 3,
      rejects: 5,
      keyword: 'maximum',
    },
  ],
  ['anyOf', { schema: { anyOf: [{ minimum: 5 }, { maximum: 2 }] }, accepts: 1, rejects: 3 }],
  ['oneOf', { schema: { oneOf: [{ minimum: 2 }, { maximum: 4 }] }, accepts: 1, rejects: 3 }],
  ['not', { schema: { not: { type: 'string' } }, accepts: 1, rejects: 'a' }],
  [
    'if',
    {
      schema: { if: { type: 'integer' }, then: { minimum: 1 } },
      accepts: 'a',
      rejects: 0,
      keyword: 'minimum',
    },
  ],
  [
    'then',
    {
      schema: { if: { type: 'integer' }, then: false },
      accepts: 'a',
      rejects: 0,
      keyword: 'false schema',
    },
  ],
  [
    'else',
    {
      schema: { if: { type: 'integer' }, else: { minLength: 1 } },
      accepts: 0,
      rejects: '',
      keyword: 'minLength',
    },
  ],
  [
    'dependentSchemas',
    {
      schema: { dependentSchemas: { a: { required: ['b'] } } },
      accepts: { b: 1 },
      rejects: { a: 1 },
      path: '/b',
      keyword: 'required',
    },
  ],
  [
    'properties',
    {
      schema: { properties: { a: { type: 'integer' } } },
      accepts: { a: 1 },
      rejects: { a: 'a' },
      path: '/a',
      keyword: 'type',
    },
  ],
  [
    'patternProperties',
    {
      schema: { patternProperties: { '^a': false } },
      accepts: { b: 1 },
      rejects: { ab: 1 },
      path: '/ab',
      keyword: 'false schema',
    },
  ],
  [
    'additionalProperties',
    {
      schema: { properties: { a: true }, additionalProperties: false },
      accepts: { a: 1 },
      rejects: { b: 1 },
      path: '/b',
    },
  ],
  [
    'propertyNames',
    {
      schema: { propertyNames: { pattern: '^a' } },
      accepts: { ab: 1 },
      rejects: { b: 1 },
      path: '/b',
    },
  ],
  [
    'unevaluatedProperties',
    {
      schema: { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      accepts: { a: 1 },
      rejects: { b: 1 },
      path: '/b',
    },
  ],
  [
    'unevaluatedProperties',
    {
      schema: {
        properties: { foo: true },
        dependentSchemas: { foo: { properties: { bar: true } } },
        unevaluatedProperties: false,
      },
      accepts: { foo: 1, bar: 2 },
      rejects: { bar: 2 },
      path: '/bar',
    },
  ],
  [
    'prefixItems',
    {
      schema: { prefixItems: [{ type: 'integer' }] },
      accepts: [1, 'a'],
      rejects: ['a'],
      path: '/0',
      keyword: 'type',
    },
  ],
  [
    'items',
    {
      schema: { prefixItems: [true], items: { type: 'integer' } },
      accepts: ['a', 1],
      rejects: ['a', 'a'],
      path: '/1',
      keyword: 'type',
    },
  ],
  ['items', { schema: { prefixItems: [true], items: false }, accepts: ['a'], rejects: ['a', 'a'] }],
  [
    'items',
    {
      schema: { items: false },
      accepts: [],
      rejects: ['a'],
      path: '/0',
      keyword: 'false schema',
    },
  ],
  ['contains', { schema: { contains: { type: 'integer' } }, accepts: ['a', 1], rejects: ['a'] }],
  [
    'unevaluatedItems',
    {
      schema: { allOf: [{ prefixItems: [true] }], unevaluatedItems: false },
      accepts: [1],
      rejects: [1, 2],
    },
  ],
  ['type', { schema: { type: ['integer', 'null'] }, accepts: null, rejects: 1.5 }],
  ['enum', { schema: { enum: [1, 'a', { b: [2] }] }, accepts: { b: [2] }, rejects: { b: [3] } }],
  ['const', { schema: { const: { a: [1] } }, accepts: { a: [1] }, rejects: { a: [1, 1] } }],
  ['multipleOf', { schema: { multipleOf: 0.01 }, accepts: 19.99, rejects: 19.999 }],
  ['maximum', { schema: { maximum: 3 }, accepts: 3, rejects: 3.1 }],
  ['exclusiveMaximum', { schema: { exclusiveMaximum: 3 }, accepts: 2.9, rejects: 3 }],
  ['minimum', { schema: { minimum: 3 }, accepts: 3, rejects: 2.9 }],
  ['exclusiveMinimum', { schema: { exclusiveMinimum: 3 }, accepts: 3.1, rejects: 3 }],
  ['maxLength', { schema: { maxLength: 1 }, accepts: '😀', rejects: 'ab' }],
  ['minLength', { schema: { minLength: 2 }, accepts: 'ab', rejects: '😀' }],
  ['pattern', { schema: { pattern: '^\\p{Lu}$' }, accepts: 'Ä', rejects: 'ä' }],
  ['maxItems', { schema: { maxItems: 1 }, accepts: [1], rejects: [1, 2] }],
  ['minItems', { schema: { minItems: 1 }, accepts: [1], rejects: [] }],
  [
    'uniqueItems',
    {
      schema: { uniqueItems: true },
      accepts: [1, '1', { a: 1 }],
      rejects: [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    },
  ],
  [
    'maxContains',
    {
      schema: { contains: { const: 1 }, maxContains: 1 },
      accepts: [1, 2],
      rejects: [1, 1],
      keyword: 'contains',
    },
  ],
  [
    'minContains',
    {
      schema: { contains: { const: 1 }, minContains: 2 },
      accepts: [1, 1],
      rejects: [1, 2],
      keyword: 'contains',
    },
  ],
  ['maxProperties', { schema: { maxProperties: 1 }, accepts: { a: 1 }, rejects: { a: 1, b: 2 } }],
  ['minProperties', { schema: { minProperties: 1 }, accepts: { a: 1 }, rejects: {} }],
  [
    'required',
    { schema: { required: ['a'] }, accepts: { a: null }, rejects: { b: 1 }, path: '/a' },
  ],
  [
    'dependentRequired',
    {
      schema: { dependentRequired: { a: ['b'] } },
      accepts: { b: 1 },
      rejects: { a: 1 },
      path: '/b',
    },
  ],
  ['format', { schema: { format: 'date' }, accepts: '2024-02-29', rejects: '2026-02-29' }],
]
