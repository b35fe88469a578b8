import { scaled } from '@partner-platform/harness'
import { anyCharacter } from '@partner-platform/harness/any-character'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPointer, parsePointer } from '../../src/json.ts'
import { locateInJson, parseJson } from '../../src/load/parse-json.ts'
import { locateInYaml } from '../../src/load/parse-yaml.ts'

test('accepts every JSON text that JSON.parse accepts, and gives its value', () => {
  const texts = fc.tuple(
    fc.json({ maxDepth: 6, stringUnit: anyCharacter }),
    fc.constantFrom(0, 1, 2),
  )
  fc.assert(
    fc.property(texts, ([text, indent]) => {
      const value: unknown = JSON.parse(text)
      expect(parseJson(JSON.stringify(value, null, indent))).toEqual({ value, faults: [] })
    }),
    { numRuns: scaled(100) },
  )
})

test.each([
  ['', 1, 1, 'not JSON: unexpected end of JSON input. Correct the syntax there.'],
  ['{"a":1,}', 1, 8, 'not JSON: expected double-quoted property name. '],
  ['{\n "a": 1\n "b": 2}', 3, 2, "not JSON: expected ',' or '}' after property value. "],
  ['[1,\n {"a": x }, x]', 2, 8, "not JSON: unexpected token 'x'. "],
  ['1 2', 1, 3, 'not JSON: unexpected non-whitespace character. '],
  ['['.repeat(600) + ']'.repeat(600), 1, 502, 'the nesting is too deep. '],
])('says where and why it refuses %j', (text, line, column, message) => {
  const [fault] = parseJson(text).faults
  expect(fault).toMatchObject({ line, column, message: expect.stringContaining(message) })
})

test('names each repeated key with its position', () => {
  const text = '{"a": [1, {"b": ":", "c": {},\n "b": "}",\n  "b": 0}],\n"\\u0061": 1}'
  expect(parseJson(text).faults).toMatchObject([
    { line: 2, column: 2, pointer: '/a/1/b' },
    { line: 3, column: 3, pointer: '/a/1/b' },
    { line: 4, column: 1, pointer: '/a' },
  ])
})

test('finds a pointer at the same position, with or without other pointers', () => {
  const values = fc.json({ maxDepth: 5, stringUnit: anyCharacter })
  fc.assert(
    fc.property(values, fc.nat(), (json, choice) => {
      const value: unknown = JSON.parse(json)
      const text = JSON.stringify(value, null, choice % 3)
      const all = pointersIn(value)
      const positions = locateInJson(text, new Set(all))
      expect(positions.size).toBe(new Set(all).size)
      const one = all[choice % all.length] ?? ''
      const around = all.filter((pointer) => one === pointer || one.startsWith(`${pointer}/`))
      expect(locateInJson(text, new Set(around)).get(one)).toEqual(positions.get(one))
    }),
    { numRuns: scaled(100) },
  )
})

test('stops at the end of a text that was truncated after it was parsed', () => {
  expect([...locateInJson('{"a": {"b": [1', new Set(['', '/c'])).keys()]).toEqual([''])
})

function pointersIn(value: unknown, pointer = ''): string[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const below = inner.map(([key, one]) => pointersIn(one, pointer + formatPointer([key])))
  return [pointer, ...below.flat()]
}

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
