import { describe, expect, it } from 'vitest'
import { anything, count, either, listOf, mapOf, object, text, word } from '../src/shape.ts'
import { vector, vectorTable } from '../src/vector-table.ts'
import { temporarySpecs } from './temporary-specs.ts'

const row = { name: 'adds', rule: ['5.4', 'D-001'], given: { numbers: [1, 2] }, want: { sum: 3 } }
const good = { title: 'Sums', fixtures: {}, rows: [row] }

async function sums(content: unknown) {
  const folder = await temporarySpecs({ 'vectors/sums.json': JSON.stringify(content) })
  return vectorTable('sums', {
    folder,
    fixtures: mapOf(anything),
    row: vector(
      object({ numbers: listOf(count) }, { note: text }),
      either(object({ sum: count }), object({ ok: word(false) })),
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
      'specs/vectors/sums.json row 1 ("adds"), /given/numbers/1 is wrong: expected a whole number of at least 0, received text of 1. Correct the file.',
    ],
    [
      'an unknown field',
      { ...row, given: { numbers: [], numbres: [] } },
      'row 1 ("adds"), /given/numbres is wrong: expected one of numbers, note, received a list of 0',
    ],
    [
      'an unknown field beside the others',
      { ...row, wants: {} },
      'row 1 ("adds"), /wants is wrong: expected one of name, rule, given, want, received an object',
    ],
    [
      'a missing field',
      { ...row, given: {} },
      '/given is wrong: expected an object with numbers, received an object',
    ],
    ['no rule', { ...row, rule: 'because' }, "/rule is wrong: expected a rule such as '5.4'"],
    ['no name', { ...row, name: ' ' }, 'row 1 (" "), /name is wrong: expected text that is not'],
    [
      'the wrong one of two wants',
      { ...row, want: { ok: true } },
      '/want/ok is wrong: expected false, received a boolean',
    ],
    ['no object at all', null, 'row 1, the value is wrong: expected an object, received null'],
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
    expect(() => table.rows).toThrow('/row is wrong: expected one of title, fixtures, rows')
  })
})
