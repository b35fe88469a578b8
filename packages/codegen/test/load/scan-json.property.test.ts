import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePointer } from '../../src/load/json-pointer.ts'
import { locateInJson, parseJson, scanJson } from '../../src/load/parse-json.ts'
import { locateInYaml } from '../../src/load/parse-yaml.ts'

test('accepts every JSON text that JSON.parse accepts, and gives its value', () => {
  const texts = fc.tuple(fc.json({ maxDepth: 6, stringUnit: 'grapheme' }), fc.constantFrom(0, 1, 2))
  fc.assert(
    fc.property(texts, ([text, indent]) => {
      const value: unknown = JSON.parse(text)
      expect(parseJson(JSON.stringify(value, null, indent))).toEqual({ value, faults: [] })
    }),
    { numRuns: scaled(100) },
  )
})

test('refuses every text that JSON.parse refuses', () => {
  const mutants = fc.tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', ',', '}', ']', '"', '\\', '\n', '\u0001', '-', '01', 'nul'),
  )
  fc.assert(
    fc.property(mutants, ([text, at, insert]) => {
      const offset = at % (text.length + 1)
      const mutant = text.slice(0, offset) + insert + text.slice(offset + 1)
      expect(scanJson(mutant, {}) === null).toBe(isJson(mutant))
    }),
    { numRuns: scaled(300) },
  )
})

const faults: [string, { line: number; column: number; expected: string }][] = [
  ['', { line: 1, column: 1, expected: 'a JSON value' }],
  ['{"a":1,}', { line: 1, column: 8, expected: 'a string in double quotes' }],
  ['{"a" 1}', { line: 1, column: 6, expected: "':'" }],
  ['{\n "a": 1\n "b": 2}', { line: 3, column: 2, expected: "',' or '}'" }],
  ['[1 2]', { line: 1, column: 4, expected: "',' or ']'" }],
  ['1 2', { line: 1, column: 3, expected: 'the end of the file' }],
  ['['.repeat(600), { line: 1, column: 502, expected: 'at most 500 levels of nesting' }],
]

test.each(faults)('tells where %j stops being JSON', (text, { expected, ...position }) => {
  const [fault] = parseJson(text).faults
  expect(fault).toMatchObject({
    ...position,
    message: expect.stringContaining(`expected ${expected}, received `),
  })
})

const TEXT = '{\n  "a": [1,\n    {"b/c": true}],\n  "d": {}\n}'
const pointers = new Set(['', '/a', '/a/1', '/a/1/b~1c', '/d', '/none'])

test.each([
  ['JSON', locateInJson],
  ['YAML', locateInYaml],
] as const)('finds the positions of pointers in %s', (_, locate) => {
  expect([...locate(TEXT, pointers)].toSorted()).toEqual([
    ['', { line: 1, column: 1 }],
    ['/a', { line: 2, column: 3 }],
    ['/a/1', { line: 3, column: 5 }],
    ['/a/1/b~1c', { line: 3, column: 6 }],
    ['/d', { line: 4, column: 3 }],
  ])
})

test('pointers unescape ~1 before ~0', () => {
  expect(parsePointer('/a~01b/~0~1/')).toEqual(['a~1b', '~/', ''])
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
