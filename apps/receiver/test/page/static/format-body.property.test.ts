import { examples } from '@partner-platform/fixtures/tables'
import { scaled } from '@partner-platform/harness'
import { anyCharacter } from '@partner-platform/harness/any-character'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decode, dumpHex, formatJson } from '../../../src/page/static/format-body.js'

const numRuns = scaled(20)
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const format = (text: string) =>
  formatJson(text)
    ?.map((piece) => piece.text)
    .join('')

it('formats JSON like JSON.stringify', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      expect(format(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
    }),
    { numRuns },
  )
})

it('formats no text that is not one JSON value', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(formatJson(text) === null).toBe(!isJson(text))
    }),
    { numRuns },
  )
})

it.each([
  ['numbers that a parser rounds', '[9007199254740993,1e400,-0,1.0]'],
  ['escapes', '["\\u202e","\\u0041","\\/"]'],
  ['duplicate keys', '{"a":1,"a":2}'],
  ['keys that a parser sorts or drops', '{"2":1,"1":2,"__proto__":3}'],
  ['strings that look like marks', '{"{[,:]}":"\\"}"}'],
])('keeps %s', (_, text) => {
  expect(format(text)?.replaceAll(/\n */g, '').replaceAll(': ', ':')).toBe(text)
})

it('does not format deep nesting, which would be far longer when indented', () => {
  expect(format(nested(64))).toBeDefined()
  for (const levels of [65, 30_000]) expect(formatJson(nested(levels))).toBeNull()
})

it('shows every unparseable body as received', () => {
  const unparseable = examples('SubmissionUpdated').filter(({ folder }) => folder === 'unparseable')
  for (const { name, bytes } of unparseable) {
    const { text, isText } = decode(bytes)
    expect([name, isText && formatJson(text)]).toEqual([name, isText && null])
    if (isText) expect(Buffer.from(text)).toEqual(Buffer.from(bytes))
  }
})

it('distinguishes keys, strings, numbers and words', () => {
  expect(formatJson('{"a":["b",-1.5e3,null]}')?.filter(({ kind }) => kind !== 'mark')).toEqual([
    { kind: 'key', text: '"a"' },
    { kind: 'string', text: '"b"' },
    { kind: 'number', text: '-1.5e3' },
    { kind: 'word', text: 'null' },
  ])
})

it('shows every byte in hexadecimal', () => {
  const bytes = new Uint8Array([...Buffer.from('{"a":"\u00e9\0"} then'), 0xff])
  expect(dumpHex(bytes).split('\n')).toEqual([
    '000000  7b 22 61 22 3a 22 c3 a9 00 22 7d 20 74 68 65 6e  {"a":"···"} then',
    '000010  ff                                               ·',
  ])
  expect(dumpHex(new Uint8Array())).toBe('')
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
