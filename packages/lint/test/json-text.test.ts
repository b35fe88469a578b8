import { describe, expect, it } from 'vitest'
import { findJsonError, isSoundJson } from '../src/contract/json-text.ts'

describe('the first error of a JSON text', () => {
  it.each([
    ['{"a": 1,}', 8, [], 'JSON wants a key in double quotes here, and not }.'],
    ['{a: 1}', 1, [], 'JSON wants a key in double quotes or } here, and not a.'],
    ['[1, 2,]', 6, [2], 'JSON wants a value here, and not ].'],
    ['{"rows": [,\n {}]}', 10, ['rows', 0], 'JSON wants a value or ] here, and not ,.'],
    ['{"a" 1}', 5, ['a'], 'JSON wants a colon here, and not 1.'],
    ['{"a": 1\n"b": 2}', 8, [], 'JSON wants a comma or the end of the object or list here'],
    ['[1}', 2, [], 'JSON wants a comma or the end of the object or list here, and not }.'],
    ['{} {}', 3, [], 'JSON wants nothing more here, and not {.'],
    ['{"a": [', 7, ['a', 0], 'The file ends where JSON wants a value or ].'],
    ['', 0, [], 'The file ends where JSON wants a value.'],
    ['["a\n"]', 1, [0], 'This text is not closed on its line'],
    [String.raw`["\q"]`, 1, [0], 'This text is not closed on its line, or has a backslash'],
    ['{"a": undefined}', 6, ['a'], 'JSON wants a value here, and not u.'],
    ['[01]', 2, [], 'JSON wants a comma or the end'],
    ['[\u00a01]', 1, [0], 'JSON wants a value or ] here, and not U+00A0.'],
    ['{"x": 😀}', 6, ['x'], 'JSON wants a value here, and not 😀.'],
  ])('in %j is at %i in %j', (text, offset, path, message) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
    const found = findJsonError(text)
    expect(found).toMatchObject({ offset, path })
    expect(found?.message.slice(0, message.length)).toBe(message)
    expect(found?.message).not.toContain('\n')
  })

  it.each([
    ['{}'],
    [' [ ] '],
    ['-1.5e+3'],
    ['"a"'],
    [String.raw`{"\"\\\u00e9": [true, false, null, {"": [[]]}], "b": "\u2028\u007f"}`],
    [`["${'a'.repeat(1_000_000)}"]`],
    [`${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ])('is none where there is none', (text) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(findJsonError(text)).toBeUndefined()
  })
})

describe('JSON without a key twice', () => {
  it.each([
    '{}',
    '[]',
    '"a\\":"',
    '{"a": {"a": [{"a": 1}, {"a": 2}]}}',
    String.raw`{"a\"": 1, "a\\": 2, "b": "\":"}`,
    '{"__proto__": {"constructor": 1}}',
    `{"a": [${'{"b" : ":"},'.repeat(200_000)}1]}`,
    `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  ])('is %.40s', (text) => expect(isSoundJson(text)).toBe(true))

  it.each([
    ['a key twice', '{"a": 1, "a": 1}'],
    ['a key twice far inside', '{"a": [{"b": {"c": 1, "d": 2, "c": 3}}]}'],
    ['a key twice, once escaped', String.raw`{"a": 1, "\u0061": 2}`],
    ['__proto__ twice', '{"__proto__": {}, "__proto__": {}}'],
    ['a trailing comma', '{"a": 1,}'],
    ['a byte order mark', '\uFEFF{}'],
    ['nothing', ''],
  ])('is not %s', (_, text) => expect(isSoundJson(text)).toBe(false))
})
