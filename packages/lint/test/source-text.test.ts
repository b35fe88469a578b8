import { describe, expect, it } from 'vitest'
import { SourceText } from '../src/contract/source-text.ts'

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
})

it('reads an alias of an anchor above', () => {
  expect(new SourceText('a.yaml', 'a: &a [1]\nb: *a\n').value).toEqual({ a: [1], b: [1] })
})

describe('JSON', () => {
  it.each([
    '{"a\\"": 1, "a\\\\": 2, "b": "\\":"}',
    '{"a": {"a": [{"a": 1}, {"a": 2}]}}',
    '{"__proto__": {"constructor": 1}}',
    '"a"',
    `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
    `{"a": [${'{"b" : ":"},'.repeat(20_000)}1]}`,
  ])('is read by JSON.parse: %.40s', (text) => {
    const source = new SourceText('a.json', text)
    expect(source.syntaxProblem).toBeUndefined()
    expect(JSON.stringify(source.value)).toBe(JSON.stringify(JSON.parse(text)))
  })

  it.each([
    ['{"a": 1,}', '1:9', ''],
    ['{"rows": [,\n {}]}', '1:11', '/rows'],
    ['{"a": 1\n"b": 2}', '2:1', ''],
    ['{} {}', '1:4', ''],
    ['{"a": [', '1:8', ''],
    ['["a\n"]', '1:4', ''],
    ['', '1:1', ''],
  ])('breaks in %j at %s', (text, place, pointer) => {
    const { line, column, code, message, ...found } = new SourceText('a.json', text)
      .syntaxProblem as NonNullable<SourceText['syntaxProblem']>
    expect([`${line}:${column}`, code]).toEqual([place, 'JSON'])
    expect(found.pointer.startsWith(`#${pointer}`), found.pointer).toBe(true)
    expect(message).not.toMatch(/\n|position|not valid JSON/)
  })

  it.each([
    ['a key twice', '{"a": 1, "a": 1}', 'a'],
    ['a key twice far inside', '{"a": [{"b": {"c": 1, "d": 2, "c": 3}}]}', 'c'],
    ['a key twice, once escaped', String.raw`{"a": 1, "\u0061": 2}`, 'a'],
    ['__proto__ twice', '{"__proto__": {}, "__proto__": {}}', '__proto__'],
  ])('has %s', (_, text, key) => {
    const { syntaxProblem } = new SourceText('a.json', text)
    expect(syntaxProblem).toMatchObject({ code: 'DUPLICATE_KEY', key })
  })
})
