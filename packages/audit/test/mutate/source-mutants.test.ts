import { describe, expect, it } from 'vitest'
import { makeSourceMutants } from '../../src/mutate/source-mutants.ts'

const idAndChange = (text: string) =>
  makeSourceMutants('a.ts', text).map(({ id, change }) => `${id}: ${change}`)
const texts = (text: string) => makeSourceMutants('a.ts', text).map((mutant) => mutant.text)

describe('makeSourceMutants', () => {
  it.each([
    ['a condition', 'if (a) b', ['if (!(a)) b']],
    ['a choice', 'a ? b : c', ['!(a) ? b : c']],
    ['a comparison', 'a < b', ['a <= b']],
    ['an equality', 'a === b', ['a !== b']],
    ['logic', 'a && b', ['a || b']],
    ['a default', 'a ?? b', ['a && b']],
    ['arithmetic', 'a * b', ['a / b']],
    ['a boolean', 'true', ['false']],
    ['a number', '7', ['8']],
    ['a string', "a('b')", [';', "a('')"]],
    ['a call', 'await a()', [';']],
  ])('changes %s', (_, text, want) => expect(texts(text)).toEqual(want))

  it('returns early from a function of several statements', () => {
    expect(texts('function f() { a = b; c = d }')).toEqual([
      'function f() { return; a = b; c = d }',
    ])
    expect(texts('function f() { return a }')).toEqual([])
  })

  it.each([
    ['types', "type A = 'a' | 1; let b: 'c' | undefined"],
    ['casts', "a as 'b'"],
    ['imports', "import a from 'b'; export * from 'c'"],
    ['errors', "throw new Error('a' + 1)"],
    ['error objects', "a = new TypeError('b')"],
    ['messages', "a = { message: 'b' }"],
    ['logs', "log.info('a'); this.log.warn('b'); console.error(1)"],
    ['prose', "a = 'expected another one'"],
    ['keys', "a = { 'b': c }"],
    ['empty strings', "a = ''"],
    ['sums of texts', 'a = `b` + c'],
  ])('leaves %s alone', (_, text) => expect(texts(text)).toEqual([]))

  it('names a mutant by its declaration, so that other code may move', () => {
    const text = 'const a = (x) => (x < 1)\nfunction b() { return c < d || e < f }'
    const found = idAndChange(text)
    expect(found).toContain('a.ts b comparison 2: line 2: < → <=')
    const moved = idAndChange(`const other = 1 > 2\n\n${text}`)
    expect(moved).toContain('a.ts b comparison 2: line 4: < → <=')
    expect(new Set(found).size).toBe(found.length)
    expect(idAndChange('class A { #b(c) { return c < 1 } }')).toContain(
      'a.ts #b comparison 1: line 1: < → <=',
    )
  })
})
