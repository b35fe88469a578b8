import { describe, expect, it } from 'vitest'
import { isSoundJson } from '../src/contract/sound-json.ts'

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
