import fc from 'fast-check'
import type { JsonSchema } from '../../src/model.ts'

/** The names that generated schemas refer to each other by. */
export const schemaNames = ['A', 'B', 'C'] as const

const keys = ['a', 'b', 'ab'] as const
const key = fc.constantFrom(...keys)
const scalars = ['A', 'B', '', 'long', 0, 1, 2, 1.5, true, false, null] as const
const scalar = fc.constantFrom(...scalars)
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'object', 'array')
const count = fc.integer({ min: 0, max: 3 })

/** JSON values of few scalars and names, so that generated schemas accept a fair share of them. */
export const jsonValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    // As `JSON.parse` gives them.
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value

/** Where many references apply to one value, validators take time exponential in the depth of the value. */
const mostRefs = 50

/** Schemas for each name, which may refer to each other. */
export const schemaSets: fc.Arbitrary<Record<string, JsonSchema>> = fc
  .record(Object.fromEntries(schemaNames.map((name) => [name, schemas()])))
  .filter((set) => JSON.stringify(set).split('"$ref"').length <= mostRefs)

function schemas(): fc.Arbitrary<JsonSchema> {
  return fc.letrec<{ schema: JsonSchema }>((tie) => {
    const schema = tie('schema')
    const list = fc.array(schema, { minLength: 1, maxLength: 3 })
    const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
      fc.boolean(),
      fc.record({ type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })) }),
      fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }) }),
      fc.record({ const: scalar }),
      fc.record({
        $ref: fc.constantFrom(...schemaNames).map((name) => `#/components/schemas/${name}`),
      }),
    )
    const marks = { 'x-sender-only': fc.boolean() }
    const unevaluated = { unevaluatedProperties: schema, unevaluatedItems: schema }
    const object = {
      properties: fc.dictionary(key, schema, { maxKeys: 3 }),
      additionalProperties: fc.oneof(fc.constant(false), schema),
      ...marks,
    }
    const inner: fc.Arbitrary<JsonSchema>[] = [
      few({
        ...object,
        ...unevaluated,
        patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$'), schema, { maxKeys: 2 }),
        propertyNames: schema,
        required: fc.uniqueArray(key, { maxLength: 2 }),
        dependentRequired: fc.dictionary(key, fc.uniqueArray(key, { maxLength: 2 }), {
          maxKeys: 2,
        }),
        dependentSchemas: fc.dictionary(key, schema, { maxKeys: 2 }),
        minProperties: count,
        maxProperties: count,
      }),
      fc.record({ ...object, type: fc.constant('object') }, { requiredKeys: ['properties'] }),
      few({
        prefixItems: list,
        items: schema,
        contains: schema,
        minContains: count,
        maxContains: count,
        minItems: count,
        maxItems: count,
        uniqueItems: fc.boolean(),
      }),
      few({
        ...marks,
        ...unevaluated,
        allOf: list,
        anyOf: list,
        oneOf: list,
        not: schema,
        if: schema,
        then: schema,
        else: schema,
      }),
      few({
        ...marks,
        enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }),
        type,
        minLength: count,
        maxLength: count,
        minimum: count,
      }),
      fc.record({
        anyOf: fc.tuple(
          fc.record({ type: fc.constant('string'), enum: fc.constant(['A', 'B']) }),
          fc.record({ type: fc.constant('string') }),
        ),
      }),
    ]
    return { schema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, ...inner) }
  }).schema
}

/** Up to four of these keywords: with more, nearly every value is refused by one of them. */
function few(keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonSchema> {
  return fc
    .subarray(Object.keys(keywords), { minLength: 1, maxLength: 4 })
    .chain((names) =>
      fc.record(
        Object.fromEntries(names.map((name) => [name, keywords[name] ?? fc.constant(true)])),
      ),
    )
}
