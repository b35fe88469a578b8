import { describe, expect, it } from 'vitest'
import { toHtml, toText } from '../read-page.ts'
import { renderSmall, smallOpenApi } from './small-document.ts'

/** The section of the one schema as text of one line. */
const wordsOf = (schema: unknown) =>
  toText(toHtml(renderSmall(smallOpenApi(schema), '/schemas'))).replaceAll(/\s+/g, ' ')

/** A field as text, behind its own name. */
const fieldOf = (field: unknown, more = {}) =>
  wordsOf({ type: 'object', properties: { f: field }, ...more })
    .split(' f ')[1]
    ?.trim()

describe('a schema in words', () => {
  it.each<[string, unknown, string]>([
    [
      'length',
      { type: 'string', minLength: 1, maxLength: 64 },
      'string Length: 1 to 64 characters',
    ],
    ['a least length', { type: 'string', minLength: 1 }, 'string Length: at least 1 character'],
    ['a most length', { type: 'string', maxLength: 5 }, 'string Length: at most 5 characters'],
    ['range', { type: 'integer', minimum: 400, maximum: 599 }, 'integer Value: 400 to 599'],
    [
      'open bounds',
      { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1.5, multipleOf: 0.5 },
      'number Value: above 0, below 1.5, a multiple of 0.5',
    ],
    ['items', { type: 'array', minItems: 2, maxItems: 2 }, 'array Items: exactly 2 items'],
    ['different items', { type: 'array', uniqueItems: true }, 'array Items: all different'],
    ['count of fields', { type: 'object', minProperties: 1 }, 'object Fields: at least 1 field'],
    ['pattern', { type: 'string', pattern: '^<a>&"$' }, 'string Pattern: ^<a>&"$'],
    ['format', { type: 'string', format: 'uuid' }, 'string Format: uuid'],
    ['const', { const: true }, 'any Always: true'],
    ['null', { type: ['string', 'null'] }, 'string or null'],
    ['nullable', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
    ['enum', { type: 'string', enum: ['a', 'b', 'c'] }, 'string One of: a, b or c'],
    [
      'an open set',
      { anyOf: [{ type: 'string', enum: ['A', 'B'] }, { type: 'string' }] },
      'string Known values: A or B; the set is open, so expect others',
    ],
    [
      'forms',
      { oneOf: [{ type: 'string', maxLength: 9, description: 'Text.' }, { type: 'integer' }] },
      'string or integer Exactly one form: string; Length: at most 9 characters (Text.)integer',
    ],
    ['not', { type: 'string', not: { const: 'x' } }, 'string Not: is x'],
    ['default', { type: 'integer', default: 50 }, 'integer Default: 50'],
    ['examples', { type: 'string', examples: ['one', 'two'] }, 'string Example: oneExample: two'],
    ['deprecated', { type: 'string', deprecated: true }, 'string deprecated'],
    ['read only', { type: 'string', readOnly: true }, 'string in answers only'],
    ['write only', { type: 'string', writeOnly: true }, 'string in requests only'],
    ['anything', true, 'any'],
    ['contains', { type: 'array', contains: { const: 1 } }, 'array Items: at least one that is 1'],
    [
      'names of fields',
      { type: 'object', propertyNames: { pattern: '^a' } },
      'object Names of fields: matches ^a',
    ],
    [
      'a closed object',
      { type: 'object', additionalProperties: false },
      'object Other fields: none',
    ],
    [
      'two descriptions',
      { description: 'Mine.', allOf: [{ type: 'string' }, { description: 'Other.' }] },
      'string Mine.Other.',
    ],
    ['an unknown extension', { type: 'string', 'x-new': { a: 1 } }, 'string x-new: {"a":1}'],
  ])('says %s', (_, field, words) => {
    expect(fieldOf(field)).toBe(words)
  })

  it('states that a field is required', () => {
    expect(fieldOf({ type: 'string' }, { required: ['f'] })).toBe('string required')
    expect(wordsOf({ type: 'object', required: ['f'] })).toContain('Required: f')
  })

  it('states a condition', () => {
    const words = wordsOf({
      type: 'object',
      if: { required: ['s'], properties: { s: { const: 'A' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { required: ['x', 'y'], properties: { x: true, y: true } },
      else: { properties: { x: false, y: false }, 'x-sender-only': true },
    })
    expect(words).toContain('Condition: if s is present and is A: x and y are present')
    expect(words).toContain(
      'Condition: unless s is present and is A: x and y are absent (This binds the sender; a reader accepts more.)',
    )
  })

  it('gives nested fields their full path, and stops at a cycle', () => {
    const schema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'object', properties: { deep: { type: 'null' } } } },
        self: { $ref: '#/components/schemas/thing' },
      },
    }
    expect(wordsOf(schema)).toContain(
      'list array of object list[] object list[].deep null self thing',
    )
    const page = renderSmall(smallOpenApi(schema), '/operations/list-things')
    expect(toText(toHtml(page))).toContain('list[].deep null')
  })
})

describe('a webhook in words', () => {
  const webhook = { post: { operationId: 'told', summary: 'Told', responses: {} } }
  const document = (operation: object) => ({
    ...smallOpenApi({ type: 'string' }, {}),
    security: [{ key: [] }],
    webhooks: { told: { post: { ...webhook.post, ...operation } } },
  })
  const facts = (operation: object) =>
    toText(toHtml(renderSmall(document(operation), '/webhooks/told')))

  it('omits authentication where it has none of its own', () => {
    expect(facts({ security: [] })).not.toContain('Authentication')
    expect(facts({})).toContain('Authentication')
  })

  it('has its own table on the first page', () => {
    const page = toText(toHtml(renderSmall(document({ security: [] }))))
    expect(page).toMatch(/Operations: Without a tag[\s\S]*Operations: Webhooks[\s\S]*POST told/)
  })
})
