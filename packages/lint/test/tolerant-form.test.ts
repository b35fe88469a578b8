import { describe, expect, it } from 'vitest'
import { tolerantForm } from '../src/check/tolerant-form.ts'
import { nearestName } from '../src/contract/nearest-name.ts'
import { SourceText } from '../src/contract/source-text.ts'

const string = { type: 'string' }
const text = { type: ['string'] }

describe('the tolerant form', () => {
  it.each([
    ['keeps types', { type: ['string', 'null'] }, { type: ['string', 'null'] }],
    ['takes an integer for a number', { type: 'integer', minimum: 1 }, { type: ['number'] }],
    ['takes a listed value for its type', { enum: ['a', 1] }, { type: ['string', 'number'] }],
    ['takes a fixed value for its type', { const: true }, { type: ['boolean'] }],
    ['drops rules on content', { ...string, pattern: 'a', format: 'uuid', minLength: 1 }, text],
    ['drops what depends', { if: true, not: string, dependentRequired: {} }, {}],
    ['opens closed objects', { additionalProperties: false }, {}],
    [
      'keeps required members, and what can be left out not',
      { required: ['a'], properties: { a: string, b: string } },
      { required: ['a'], properties: { a: text } },
    ],
    [
      'takes a member that only the sender must give for an optional one',
      { required: ['a'], properties: { a: { ...string, 'x-sender-only': true } } },
      {},
    ],
    [
      'keeps a member that the schema around requires',
      { required: ['a'], allOf: [{ properties: { a: string } }] },
      { required: ['a'], allOf: [{ properties: { a: text } }] },
    ],
    ['leaves items out', { type: 'array', items: string }, { type: ['array'] }],
    ['takes one or more of oneOf', { oneOf: [string] }, { anyOf: [text] }],
    [
      'keeps anyOf beside oneOf',
      { oneOf: [string], anyOf: [{ const: 'a' }] },
      { allOf: [{ anyOf: [text] }, { anyOf: [text] }] },
    ],
    ['keeps references', { allOf: [{ $ref: 'a.yaml' }] }, { allOf: [{ $ref: 'a.yaml' }] }],
    [
      'drops what binds senders only',
      { allOf: [{ ...string, 'x-sender-only': true }] },
      { allOf: [true] },
    ],
    ['leaves booleans alone', false, false],
  ])('%s', (_, schema, want) => {
    expect(tolerantForm(schema)).toEqual(want)
  })
})

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
