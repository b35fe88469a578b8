import { examples } from '@partner-platform/contract-kit'
import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, formatJson } from '../../../src/page/static/format-body.js'

const numRuns = scaled(20)

const format = (text: string) =>
  formatJson(text)
    ?.map((piece) => piece.text)
    .join('')

describe('JSON on the page', () => {
  it('is indented like any other', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(format(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
      }),
      { numRuns },
    )
  })

  it.each([
    ['numbers that a parser would round', '[9007199254740993,1e400,-0,1.0]'],
    ['escapes', '["\\u202e","\\u0041","\\/"]'],
    ['keys that are there twice', '{"a":1,"a":2}'],
    ['keys that a parser would sort or drop', '{"2":1,"1":2,"__proto__":3}'],
    ['strings that look like marks', '{"{[,:]}":"\\"}"}'],
  ])('keeps %s', (_, text) => {
    expect(format(text)?.replaceAll(/\n */g, '').replaceAll(': ', ':')).toBe(text)
  })

  it('is shown as it came where it nests so deeply that indented it would be far longer', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    expect(format(nested(64))).toBeDefined()
    expect(formatJson(nested(65))).toBeNull()
    expect(formatJson(nested(30_000))).toBeNull()
  })

  it('is none where the text is not one JSON value, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(formatJson(text) === null).toBe(!isJson(text))
      }),
      { numRuns },
    )
  })

  it.each(
    examples('SubmissionUpdated')
      .filter(({ folder }) => folder === 'unparseable')
      .map((example) => [example.name, example] as const),
  )('shows an unparseable body as it came: %s', (_, { bytes }) => {
    const { text, isText } = decode(bytes)
    expect(isText && formatJson(text) !== null).toBe(false)
    if (isText) expect(Buffer.from(text)).toEqual(Buffer.from(bytes))
  })

  it.each([
    ['a key', '{"a":0}', 'key', '"a"'],
    ['a string', '["a"]', 'string', '"a"'],
    ['a number', '[-1.5e3]', 'number', '-1.5e3'],
    ['a word', '[null]', 'word', 'null'],
  ])('tells %s apart', (_, text, kind, part) => {
    expect(formatJson(text)).toContainEqual({ kind, text: part })
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
