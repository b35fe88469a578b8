import { temporaryFolder } from '@partner-platform/harness'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { examples, examplesIn } from '../src/examples.ts'
import { rule, rulesOf } from '../src/read-text.ts'
import { anyFixtures, vector, vectorTable } from '../src/vector-table.ts'

const cases = 'examples/tea-pot/cases.yaml'
const files = {
  [cases]: [
    'unusable: { /tea: Nobody can drink it. }',
    "valid/full: { says: A full pot., rule: '2.1' }",
    'invalid/empty: { says: An empty pot., rule: [D-001], path: /tea, keyword: required }',
    'unparseable/broken: { says: A broken pot., rule: D-002 }',
  ].join('\n'),
  'examples/tea-pot/valid/full.json': '{ "tea": "Grün" }',
  'examples/tea-pot/invalid/empty.json': '{}',
  'examples/tea-pot/unparseable/broken.json': '\uFEFF{',
}

describe('examples', () => {
  it('carry their bytes, their value and what the cases say', () => {
    const [valid, invalid, unparseable] = examplesIn(temporaryFolder(files), 'TeaPot')
    const text = '{ "tea": "Grün" }'
    expect(valid).toEqual({
      schema: 'TeaPot',
      folder: 'valid',
      name: 'full',
      file: 'examples/tea-pot/valid/full.json',
      bytes: new TextEncoder().encode(text),
      text,
      value: { tea: 'Grün' },
      says: 'A full pot.',
      rule: '2.1',
      path: undefined,
      keyword: undefined,
    })
    expect(invalid).toMatchObject({ value: {}, path: '/tea', keyword: 'required' })
    // The byte order mark is part of the text.
    expect(unparseable).toMatchObject({ text: '\uFEFF{', value: undefined })
  })

  it('of a schema without examples are a TypeError that lists the names', () => {
    expect(() => examples('Teapot')).toThrow(TypeError)
    expect(() => examples('Teapot')).toThrow(/Teapot has no examples\. Use one of .*Submission/)
  })

  it.each([
    [
      'a file without an entry',
      { 'examples/tea-pot/valid/new.json': '1' },
      'specs/examples/tea-pot/cases.yaml has no entry valid/new. Add it, or drop the file.',
    ],
    [
      'an entry without a file',
      { [cases]: `${files[cases]}\nvalid/gone: { says: a, rule: '1.1' }` },
      'specs/examples/tea-pot/cases.yaml names valid/gone, which does not exist.',
    ],
    [
      'an unknown field of an entry',
      { [cases]: "valid/full: { says: a, rule: '1.1', why: b }" },
      'specs/examples/tea-pot/cases.yaml, /valid/full/why: Invalid key: Expected never but received "why". Correct the file.',
    ],
    [
      'a reason that is empty',
      { [cases]: "unusable: { /tea: '' }" },
      'specs/examples/tea-pot/cases.yaml, /unusable//tea: Invalid length',
    ],
    [
      'text that is not JSON outside unparseable',
      { 'examples/tea-pot/valid/full.json': '{' },
      'specs/examples/tea-pot/valid/full.json does not parse.',
    ],
    [
      'cases that do not parse',
      { [cases]: 'valid/full: {' },
      'specs/examples/tea-pot/cases.yaml does not parse.',
    ],
    [
      'missing cases',
      { 'examples/cup/valid/full.json': '1' },
      'specs/examples/cup/cases.yaml cannot be read.',
    ],
  ])('name %s', (_, wrong, message) => {
    const folder = temporaryFolder({ ...files, ...wrong })
    expect(() => examplesIn(folder)).toThrow(message)
  })
})

describe('rules', () => {
  it.each([
    ['one id', { rule: '5.4' }, ['5.4']],
    ['several ids', { rule: v.parse(rule, ['5.4', 'D-002']) }, ['5.4', 'D-002']],
    ['a list of rows, each id once', [{ rule: 'D-002' }, { rule: '5.4, D-002' }], ['D-002', '5.4']],
  ])('are read from %s', (_, rows, ids) => {
    expect(rulesOf(rows)).toEqual(ids)
  })

  it.each(['5.4', '2.3.submission.uuid', '6.2.X-Platform-Event', 'D-015'])('may be %s', (id) => {
    expect(v.parse(rule, id)).toBe(id)
  })

  it.each([5.4, '', 'D-15', 'five', '5.', [], ['5.4', 4], null])('may not be %j', (id) => {
    expect(v.safeParse(rule, id).success).toBe(false)
  })
})

describe('a vector table', () => {
  const row = { name: 'adds', rule: ['5.4', 'D-001'], given: { numbers: [1, 2] }, want: { sum: 3 } }
  const sums = (content: object) => {
    const table = { title: 'Sums', fixtures: {}, ...content }
    const folder = temporaryFolder({ 'vectors/sums.json': JSON.stringify(table) })
    const shape = vector(
      v.strictObject({ numbers: v.array(v.number()), note: v.exactOptional(v.string()) }),
      v.union([v.strictObject({ sum: v.number() }), v.strictObject({ ok: v.literal(false) })]),
    )
    return vectorTable('sums', { folder, fixtures: anyFixtures, row: shape })
  }

  it('gives rows of its shape, with the rules as one text', () => {
    const table = sums({ rows: [row] })
    expect(table.title).toBe('Sums')
    expect(table.rows).toEqual([{ ...row, rule: '5.4, D-001' }])
  })

  const first = 'specs/vectors/sums.json row 1 ("adds"), '
  it.each([
    [
      'a wrong type',
      [{ ...row, given: { numbers: [1, '2'] } }],
      `${first}/given/numbers/1: Invalid type: Expected number but received "2". Correct the file.`,
    ],
    [
      'an unknown field',
      [{ ...row, wants: {} }],
      `${first}/wants: Invalid key: Expected never but received "wants".`,
    ],
    [
      'a missing field',
      [{ ...row, given: {} }],
      `${first}/given/numbers: Invalid key: Expected "numbers" but received undefined.`,
    ],
    ['no rule', [{ ...row, rule: 'because' }], "/rule: Invalid rule: Expected one such as '5.4'"],
    ['no name', [{ ...row, name: ' ' }], 'row 1 (" "), /name: Invalid length'],
    [
      'the wrong one of two wants',
      [{ ...row, want: { ok: true } }],
      '/want/ok: Invalid type: Expected false but received true.',
    ],
    ['a row that is no object', [null], 'row 1, the value: Invalid type: Expected Object but'],
    ['two rows of a name', [row, row], 'specs/vectors/sums.json has two rows named "adds"'],
    ['a table without rows', [], 'specs/vectors/sums.json has no rows. Correct the file.'],
  ])('names file, row and place of %s', (_, rows, message) => {
    const table = sums({ rows })
    expect(() => table.rows).toThrow(message)
  })

  it('may have no unknown field', () => {
    const table = sums({ rows: [row], row: [] })
    expect(() => table.rows).toThrow('/row: Invalid key: Expected never but received "row".')
  })
})
