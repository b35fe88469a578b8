import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { vector, vectorTable } from '../src/vector-table.ts'
import { temporarySpecs } from './temporary-specs.ts'

const row = { name: 'adds', rule: ['5.4', 'D-001'], given: { numbers: [1, 2] }, want: { sum: 3 } }
const good = { title: 'Sums', fixtures: {}, rows: [row] }

async function sums(content: unknown) {
  const folder = await temporarySpecs({ 'vectors/sums.json': JSON.stringify(content) })
  return vectorTable('sums', {
    folder,
    fixtures: v.record(v.string(), v.unknown()),
    row: vector(
      v.strictObject({ numbers: v.array(v.number()), note: v.exactOptional(v.string()) }),
      v.union([v.strictObject({ sum: v.number() }), v.strictObject({ ok: v.literal(false) })]),
    ),
  })
}

describe('a vector table', () => {
  it('gives rows of its shape, with the rules as one text', async () => {
    const table = await sums(good)
    expect(table.title).toBe('Sums')
    expect(table.rows).toEqual([{ ...row, rule: '5.4, D-001' }])
    expect(table.rows[0]?.given.numbers).toEqual([1, 2])
  })

  it.each([
    [
      'a wrong type',
      { ...row, given: { numbers: [1, '2'] } },
      'specs/vectors/sums.json row 1 ("adds"), /given/numbers/1: Invalid type: Expected number but received "2". Correct the file.',
    ],
    [
      'an unknown field',
      { ...row, given: { numbers: [], numbres: [] } },
      'row 1 ("adds"), /given/numbres: Invalid key: Expected never but received "numbres".',
    ],
    [
      'an unknown field beside the others',
      { ...row, wants: {} },
      'row 1 ("adds"), /wants: Invalid key: Expected never but received "wants".',
    ],
    [
      'a missing field',
      { ...row, given: {} },
      '/given/numbers: Invalid key: Expected "numbers" but received undefined.',
    ],
    ['no rule', { ...row, rule: 'because' }, "/rule: Invalid rule: Expected one such as '5.4'"],
    ['no name', { ...row, name: ' ' }, 'row 1 (" "), /name: Invalid length'],
    [
      'the wrong one of two wants',
      { ...row, want: { ok: true } },
      '/want/ok: Invalid type: Expected false but received true.',
    ],
    [
      'no object at all',
      null,
      'row 1, the value: Invalid type: Expected Object but received null.',
    ],
  ])('names file, row and place of %s', async (_, wrong, message) => {
    const table = await sums({ ...good, rows: [wrong] })
    expect(() => table.rows).toThrow(message)
  })

  it('names the second of two rows with one name', async () => {
    const table = await sums({ ...good, rows: [row, row] })
    expect(() => table.rows).toThrow('specs/vectors/sums.json has two rows named "adds"')
  })

  it('is wrong without rows', async () => {
    const table = await sums({ ...good, rows: [] })
    expect(() => table.rows).toThrow('specs/vectors/sums.json has no rows. Correct the file.')
  })

  it('is wrong with an unknown field of its own', async () => {
    const table = await sums({ ...good, row: [] })
    expect(() => table.rows).toThrow('/row: Invalid key: Expected never but received "row".')
  })
})
