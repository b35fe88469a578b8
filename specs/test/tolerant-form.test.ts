import { describe, expect, it } from 'vitest'
import { nearestName } from './lint/nearest-name.ts'
import { SourceText } from './lint/source-text.ts'
import { tolerantForm } from './lint/tolerant-form.ts'

const string = { type: 'string' }
const open = (schema: unknown) => tolerantForm(schema, (reference) => `strict:${reference}`)

// biome-ignore-start lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
describe('the tolerant form', () => {
  it.each([
    ['opens closed objects', { additionalProperties: false }, {}],
    [
      'keeps a schema for other properties',
      { additionalProperties: string },
      { additionalProperties: string },
    ],
    ['opens a set of strings', { type: 'string', enum: ['a'] }, string],
    ['opens a fixed string', { const: 'a' }, string],
    ['keeps a fixed boolean', { type: 'boolean', const: true }, { type: 'boolean', const: true }],
    ['keeps a set of numbers', { enum: [1, 2] }, { enum: [1, 2] }],
    [
      'opens the strings of a mixed set',
      { enum: ['a', 1], title: 'Mixed' },
      { allOf: [{ title: 'Mixed' }, { anyOf: [string, { enum: [1] }] }] },
    ],
    [
      'takes one or more of oneOf',
      { oneOf: [{ const: 'a' }, { const: 1 }] },
      { anyOf: [string, { const: 1 }] },
    ],
    [
      'keeps anyOf beside oneOf',
      { oneOf: [string], anyOf: [{ const: 'a' }] },
      { anyOf: [string], allOf: [{ anyOf: [string] }] },
    ],
    [
      'drops what binds senders only',
      { else: { required: ['a'], 'x-sender-only': true } },
      { else: true },
    ],
    [
      'opens what is inside',
      { properties: { a: { items: { enum: ['b'] } } } },
      { properties: { a: { items: string } } },
    ],
    [
      'takes a property called enum for a property',
      { properties: { enum: { const: 'a' } } },
      { properties: { enum: string } },
    ],
    [
      'keeps conditions as written',
      { if: { const: 'a' }, then: { const: 'b' } },
      { if: { const: 'a' }, then: string },
    ],
    ['keeps denials as written', { not: { enum: ['a'] } }, { not: { enum: ['a'] } }],
    [
      'refers to what is written below a condition, to what is open elsewhere',
      { if: { properties: { a: { $ref: 'a.yaml' } } }, then: { $ref: 'b.yaml' } },
      { if: { properties: { a: { $ref: 'strict:a.yaml' } } }, then: { $ref: 'b.yaml' } },
    ],
    ['leaves booleans alone', false, false],
  ])('%s', (_, schema, want) => {
    expect(open(schema)).toEqual(want)
  })
})

// biome-ignore-end lint/suspicious/noThenProperty: the rows with conditions end here.

describe('the nearest name', () => {
  it.each([
    ['aditionalProperties', ['properties', 'additionalProperties'], 'additionalProperties'],
    ['D-126', ['D-001', 'D-026'], 'D-026'],
    ['colour', ['title', 'type'], undefined],
    ['a', [], undefined],
  ])('to %s among %j is %s', (wrong, names, want) => {
    expect(nearestName(wrong, names)).toBe(want)
  })
})

describe('a place in a file', () => {
  const yaml = new SourceText('a.yaml', 'list:\n  - one\n  - name: two\nmap:\n  key: value\n')

  it.each([
    ['a value', '/map/key', false, '5:8'],
    ['the key of a value', '/map/key', true, '5:3'],
    ['a collection, by its key', '/map', false, '4:1'],
    ['an item', '/list/0', false, '2:5'],
    ['what is missing, by what is above it', '/map/other/deep', false, '4:1'],
    ['the whole', '', false, '1:1'],
  ])('is that of %s', (_, pointer, onKey, want) => {
    const finding = { rule: 'a/b', message: 'c', fix: 'd' }
    const { line, column } = yaml.problem(pointer, finding, onKey)
    expect(`${line}:${column}`).toBe(want)
  })

  it.each([
    ['{"a": 1,}', 1],
    ['{"a":\n 1\n "b"}', 3],
    ['', 1],
    ['[1,\n2', 2],
  ])('of broken JSON %j is on line %i', (text, line) => {
    expect(new SourceText('a.json', text).syntaxProblem).toMatchObject({ code: 'JSON', line })
  })
})
