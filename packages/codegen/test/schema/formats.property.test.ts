import { scaled } from '@partner-platform/harness'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsModule from 'ajv-formats/dist/formats.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as checks from '../../src/runtime/checks.ts'
import { formatTable } from '../../src/schema/formats.ts'
import { type AnyParser, loadOnce } from '../validators/load-generated.ts'

/** A value that the format accepts and one that it rejects. */
const rows: Record<string, [unknown, unknown]> = {
  date: ['2024-02-29', '2023-02-29'],
  time: ['23:59:60Z', '12:00:00'],
  'date-time': ['2026-01-31T12:00:00.5+05:30', '2026-01-31T24:00:00Z'],
  'iso-time': ['12:00:00', '12:00'],
  'iso-date-time': ['2026-01-31T12:00:00', '2026-01-31'],
  duration: ['P1DT2H', 'P'],
  uri: ['https://a.example/b?c#d', '//a.example/b'],
  'uri-reference': ['../a', 'a b'],
  'uri-template': ['/a/{b}', '/a/{b'],
  url: ['https://a.example/', 'mailto:a@b.example'],
  email: ['a@b.example', 'a@'],
  hostname: ['a.example', '-a'],
  ipv4: ['127.0.0.1', '256.0.0.1'],
  ipv6: ['::1', ':::'],
  regex: ['^a$', '('],
  uuid: ['1f0b7c9e-6f0e-4a3b-9c60-0f2d2e9d3c11', '1f0b7c9e'],
  'json-pointer': ['/a~1b', 'a'],
  'json-pointer-uri-fragment': ['#/a', '/a'],
  'relative-json-pointer': ['1/a', '/a'],
  byte: ['YQ==', 'YQ'],
  int32: [2 ** 31 - 1, 2 ** 31],
  int64: [2 ** 53, 1.5],
}

it('has a row for each format that is checked', () => {
  const checked = Object.entries(formatTable).filter(([, row]) => row.fate !== 'annotation')
  expect(Object.keys(rows).toSorted()).toEqual(checked.map(([name]) => name).toSorted())
})

const unchecked = ['password', 'binary', 'float', 'double', 'iri', 'made-up']
const formats = [...Object.keys(rows), ...unchecked]
const load = loadOnce(formats.map((format) => ({ format })))
const parserOf = async (format: string) =>
  (await load())[`parseSubject${formats.indexOf(format)}Sent`] as AnyParser

it.each(Object.entries(rows))(
  '%s decides in the generated module',
  async (format, [accepted, rejected]) => {
    const parse = await parserOf(format)
    expect(parse(accepted)).toEqual({ ok: true, value: accepted, departures: [] })
    expect(parse(rejected)).toMatchObject({ ok: false, issues: [{ path: '', keyword: 'format' }] })
    expect(parse(null).ok).toBe(true)
  },
)

/** What ajv-formats judges wrongly. */
const mended: [format: string, accepted: string[], rejected: string[]][] = [
  [
    'uri-template',
    ['{a.b}', "a'b", '{?x,y*}', '{+p:30}', 'é'],
    ['\x7f', '{}', '{a:0}', '{a..b}', '"'],
  ],
  [
    'uri-reference',
    ['//a.example:80/p', 'a/b:c', '', './1:b', '//[::1]/a'],
    ['//a.example:abc/p', '/[::1]', '/a"b', '1:b', '#a#b'],
  ],
  [
    'email',
    ['a@[127.0.0.1]', 'a@[IPv6:::1]', '"a b"@a.example', '"a@b"@a.example'],
    ['a@[127.0.0.300]', 'a@[::1]', 'a@b@c', '.a@b', 'a@b\n'],
  ],
  ['hostname', ['xn--bcher-kva.example'], ['xn--X', 'xn--a', 'xn--99999999', 'a..b', 'a\n']],
  [
    'uri',
    ['http://[::1.2.3.4]/'],
    ['http://[::1.2.3.256]/', 'http://[1::2::3]/', 'http://a:b:c@d@e/'],
  ],
  ['time', ['23:59:05+01:00'], ['24:59:05+01:00']],
  ['date-time', ['2026-01-31T23:59:05+01:00'], ['2026-01-31T24:59:05+01:00']],
  ['byte', ['YQ=='], ['YQ==\n!']],
]

it.each(mended)(
  '%s follows its specification where ajv-formats does not',
  async (format, accepted, rejected) => {
    const parse = await parserOf(format)
    for (const text of accepted) expect(parse(text).ok, text).toBe(true)
    for (const text of rejected) expect(parse(text).ok, text).toBe(false)
  },
)

it.each(unchecked)('%s refuses no value', async (format) => {
  const parse = await parserOf(format)
  for (const value of ['a', '', 1.5, null]) expect(parse(value).ok).toBe(true)
})

/** Texts near the grammar of a format: pieces of it in any order, so that both answers come up. */
function near(pieces: readonly string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))
}

const numbers = (max: number) =>
  fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'))
const day = fc
  .tuple(fc.constantFrom('2024', '2023', '1900', '2000'), numbers(13), numbers(32))
  .map((parts) => parts.join('-'))
const offset = fc.oneof(
  fc.constantFrom('', 'Z', 'z', '+', '.5Z', '.Z', '+05', '-0530'),
  fc
    .tuple(fc.constantFrom('+', '-'), numbers(24), numbers(60))
    .map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
)
const time = fc
  .tuple(numbers(24), numbers(60), fc.constantFrom('00', '59', '60', '61', '5'), offset)
  .map(([hours, minutes, seconds, zone]) => `${hours}:${minutes}:${seconds}${zone}`)
const dateTime = fc
  .tuple(day, fc.constantFrom('T', 't', ' ', '', 'TT'), time)
  .map((parts) => parts.join(''))
const hosts = ['[::1]', '[1:2:3:4:5:6:7:8]', '[::1.2.3.4]', '[v1.a]']
const uri = near([...'http: a // / ? # @ : 8 [ ] %41 %4 " . é 1'.split(' '), ' ', ...hosts])

const functions: [string, (text: string) => boolean, fc.Arbitrary<string>][] = [
  ['date', checks.isDate, fc.oneof(day, near(['20', '24', '-', '02', '3']))],
  ['time', checks.isTime, time],
  ['iso-time', checks.isIsoTime, time],
  ['date-time', checks.isDateTime, dateTime],
  ['iso-date-time', checks.isIsoDateTime, dateTime],
  [
    'uri',
    checks.isUri,
    fc.oneof(
      uri,
      uri.map((rest) => `http:${rest}`),
      uri.map((rest) => `http://${rest}`),
    ),
  ],
  ['regex', checks.isRegex, near(['a', '(', ')', '[', ']', '\\', '*', '\\Z', '\\d', '{2}'])],
  ['byte', checks.isByte, near(['YQ', '=', '==', 'YWJj', '-'])],
]

it.each(functions)(
  '%s accepts nothing that ajv-formats rejects, on texts near its grammar',
  (format, check, texts) => {
    const validate = ajvFormat(format)
    const answers = new Set<boolean>()
    fc.assert(
      fc.property(texts, (text) => {
        answers.add(check(text))
        expect(check(text) && !validate(text)).toBe(false)
      }),
      { numRuns: scaled(200) },
    )
    expect([...answers].toSorted()).toEqual([false, true])
  },
)

function ajvFormat(format: string): (text: string) => boolean {
  return new Ajv2020({ formats: formatsModule.fullFormats, strict: false }).compile<string>({
    format,
  })
}
