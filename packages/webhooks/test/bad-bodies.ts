import { constants } from '@partner-platform/types'
import type { ParseCode } from '../src/index.ts'
import { returnedEvent } from './event-fixture.ts'

const text = JSON.stringify(returnedEvent)
const { bodyLimitBytes, jsonDepthLimit } = constants

/** The event with one more member, written as given. */
const withMember = (member: string) => `${text.slice(0, -1)},${member}}`
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
/** The event, with white space up to a size in bytes. */
const padded = (size: number) => text + ' '.repeat(size - Buffer.byteLength(text))
const utf16 = (mark: string) => Buffer.from(mark + text, 'utf16le')
const raw = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)))

export type BadBody = [says: string, body: string | Uint8Array, want: 'accepted' | ParseCode]

/** Bodies in every way JSON goes wrong, and some that only look it; all of them well signed. */
export const badBodies: BadBody[] = [
  ['empty', '', 'invalid-json'],
  ['white space alone', ' \n', 'invalid-json'],
  ['null', 'null', 'invalid-payload'],
  ['a number at the root', '7', 'invalid-payload'],
  ['text at the root', '"submission.updated"', 'invalid-payload'],
  ['a list at the root', `[${text}]`, 'invalid-payload'],
  ['an empty object', '{}', 'invalid-payload'],
  ['a missing comma', text.replace(',"timestamp"', '"timestamp"'), 'invalid-json'],
  ['a trailing comma', `${text.slice(0, -1)},}`, 'invalid-json'],
  ['a comment', `${text}// done`, 'invalid-json'],
  ['a block comment', `/* */${text}`, 'invalid-json'],
  ['NaN', withMember('"x":NaN'), 'invalid-json'],
  ['Infinity', withMember('"x":-Infinity'), 'invalid-json'],
  ['a number with a leading zero', withMember('"x":01'), 'invalid-json'],
  ['single quotes', text.replaceAll('"', "'"), 'invalid-json'],
  ['a key without quotes', withMember('x:1'), 'invalid-json'],
  ['two documents', text + text, 'invalid-json'],
  ['two documents on two lines', `${text}\n${text}`, 'invalid-json'],
  ['junk after the document', `${text}x`, 'invalid-json'],
  ['a NUL after the document', `${text}\0`, 'invalid-json'],
  ['a no-break space before the document', `\u00a0${text}`, 'invalid-json'],
  ['line ends and tabs round tokens', JSON.stringify(returnedEvent, null, '\t'), 'accepted'],
  ['a byte order mark', `\ufeff${text}`, 'invalid-json'],
  ['UTF-16 with a mark', utf16('\ufeff'), 'invalid-utf8'],
  ['UTF-16 without a mark', utf16(''), 'invalid-json'],
  ['a byte that no UTF-8 has', raw(withMember('"x":"').slice(0, -1), [0xff], '"}'), 'invalid-utf8'],
  ['an overlong slash', raw(withMember('"x":"').slice(0, -1), [0xc0, 0xaf], '"}'), 'invalid-utf8'],
  [
    'a surrogate in UTF-8',
    raw(withMember('"x":"').slice(0, -1), [0xed, 0xa0, 0x80], '"}'),
    'invalid-utf8',
  ],
  [
    'a sequence cut short',
    raw(withMember('"x":"').slice(0, -1), [0xe2, 0x82], '"}'),
    'invalid-utf8',
  ],
  ['an escaped high surrogate alone', withMember('"x":"\\ud83d"'), 'accepted'],
  ['an escaped low surrogate alone', withMember('"x":"\\uDE00"'), 'accepted'],
  ['escaped surrogates the wrong way round', withMember('"x":"\\ude00\\ud83d"'), 'accepted'],
  ['half a surrogate pair in a key', withMember('"\\ud800":1'), 'accepted'],
  ['half a surrogate pair twice as a key', withMember('"\\ud800":1,"\\uD800":2'), 'duplicate-key'],
  ['an escaped surrogate pair', withMember('"x":"\\ud83d\\ude00"'), 'accepted'],
  ['an escaped backslash before ud800', withMember('"x":"\\\\ud800"'), 'accepted'],
  ['a raw line end in text', withMember('"x":"a\nb"'), 'invalid-json'],
  ['a raw tab in text', withMember('"x":"a\tb"'), 'invalid-json'],
  ['a raw NUL in text', withMember('"x":"a\0b"'), 'invalid-json'],
  ['an escaped NUL in text', withMember('"x":"a\\u0000b"'), 'accepted'],
  ['DEL in text', withMember('"x":"a\u007fb"'), 'accepted'],
  ['an unknown escape', withMember('"x":"\\x41"'), 'invalid-json'],
  ['the same key twice, same value', withMember('"event":"submission.updated"'), 'duplicate-key'],
  ['the same key twice, other value', withMember('"event":"other"'), 'duplicate-key'],
  ['the same key, escaped', withMember('"\\u0065vent":"other"'), 'duplicate-key'],
  ['the same key, deep down', withMember('"x":[{"a":[{}],"b":2,"a":1}]'), 'duplicate-key'],
  ['the empty key twice', withMember('"":1,"":2'), 'duplicate-key'],
  ['__proto__ twice', withMember('"__proto__":1,"__proto__":2'), 'duplicate-key'],
  [
    '__proto__ twice, once escaped',
    withMember('"__proto__":1,"\\u005f_proto__":2'),
    'duplicate-key',
  ],
  ['a key with an escaped quote twice', withMember('"a\\"b":1,"a\\u0022b":2'), 'duplicate-key'],
  ['keys that differ in case', withMember('"Event":"other"'), 'accepted'],
  ['keys that differ in normal form', withMember('"\u00e9":1,"e\u0301":2'), 'accepted'],
  ['one key in several objects', withMember('"x":[{"a":1},{"a":2},{"a":{"a":3}}]'), 'accepted'],
  ['a key that is a value elsewhere', withMember('"x":["event","event"],"y":"y"'), 'accepted'],
  ['__proto__ as a key', withMember('"__proto__":{"polluted":true}'), 'accepted'],
  ['constructor and toString as keys', withMember('"constructor":1,"toString":2'), 'accepted'],
  [`depth ${jsonDepthLimit}`, withMember(`"x":${nested(jsonDepthLimit - 1)}`), 'accepted'],
  [`depth ${jsonDepthLimit + 1}`, withMember(`"x":${nested(jsonDepthLimit)}`), 'too-deep'],
  ['depth 1,000', nested(1_000), 'too-deep'],
  ['depth 30,000', nested(30_000), 'too-deep'],
  ['60,000 opening brackets', '['.repeat(60_000), 'too-deep'],
  ['depth 100,000', nested(100_000), 'body-too-large'],
  ['brackets in text', withMember(`"x":"${'[{'.repeat(100)}"`), 'accepted'],
  ['6,000 keys', withMember(keys(6_000)), 'accepted'],
  ['100,000 keys', withMember(keys(100_000)), 'body-too-large'],
  ['1e400', withMember('"x":1e400'), 'accepted'],
  ['2^53 + 1', withMember('"x":9007199254740993'), 'accepted'],
  ['exactly the limit', padded(bodyLimitBytes), 'accepted'],
  ['one byte over the limit', padded(bodyLimitBytes + 1), 'body-too-large'],
  ['fewer characters than the limit, but more bytes', 'é'.repeat(40_000), 'body-too-large'],
]

function keys(count: number): string {
  return Array.from({ length: count }, (_, index) => `"k${index}":1`).join()
}
