import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contractSchemas } from '../src/agreement/sample-values.ts'
import { arbitraryOf, type Schema } from '../src/arbitrary-of.ts'
import { createAjv, schemaSource } from '../src/judge/create-ajv.ts'
import { bundleDocuments } from '../src/redocly/bundle-documents.ts'
import { seed } from '../src/seed.ts'

describe('arbitraryOf', () => {
  it('makes values of every schema that Ajv accepts on the document', async () => {
    const documents = Object.values(await bundleDocuments())
    for (const { name, schema, document, pointer } of contractSchemas(documents)) {
      const accepts = createAjv(document).at(pointer)
      const values = arbitraryOf(schema, schemaSource(document))
      for (const value of fc.sample(values, { seed, numRuns: 200 })) {
        expect(accepts(value), `${name} ${JSON.stringify(value)}`).toBe(true)
      }
    }
  })

  const source = schemaSource({})
  const sampled = (schema: Schema) => fc.sample(arbitraryOf(schema, source), { seed, numRuns: 300 })

  it('takes every branch of if, anyOf and what may be left out', () => {
    const values = sampled({
      type: 'object',
      additionalProperties: false,
      required: ['kind'],
      properties: {
        kind: { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'string' }] },
        of: { type: 'integer', minimum: 1, maximum: 3 },
      },
      if: { required: ['kind'], properties: { kind: { const: 'a' } } },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
      then: { required: ['of'] },
      else: { properties: { of: false } },
    }) as { kind: string; of?: number }[]
    expect(new Set(values.map(({ kind }) => kind === 'a'))).toEqual(new Set([true, false]))
    expect(values.every(({ kind, of }) => (kind === 'a') === (of !== undefined))).toBe(true)
    expect(new Set(values.flatMap(({ of }) => of ?? []))).toEqual(new Set([1, 2, 3]))
  })

  it('gives members that no schema names to open objects only', () => {
    const some = (closed: Schema) =>
      sampled(closed).some((one) => Object.keys(one as object).length > 0)
    expect(some({ type: 'object' })).toBe(true)
    expect(some({ type: 'object', additionalProperties: false })).toBe(false)
  })

  it.each([
    ['a keyword', { type: 'string', maxLength: 3 }],
    ['a keyword in a branch', { allOf: [{ not: {} }] }],
    ['a type', { type: 'number' }],
    ['a format', { type: 'string', format: 'ipv4' }],
    ['a schema of further members', { type: 'object', additionalProperties: { type: 'string' } }],
  ] as [string, Schema][])('throws for %s that it does not know', (_, schema) => {
    expect(() => arbitraryOf(schema, source)).toThrow(/has no arbitrary/)
  })

  it('throws for a schema that accepts no value', () => {
    const never: Schema = {
      type: 'object',
      additionalProperties: false,
      required: ['a'],
      properties: { a: false },
    }
    expect(() => arbitraryOf(never, source)).toThrow('accepts no value')
  })
})
