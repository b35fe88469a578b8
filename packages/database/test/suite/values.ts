import { describe, expect, it } from 'vitest'
import { isUnavailable } from '../../src/index.ts'
import { rejectionOf, stateOf, type TestDatabase } from '../open-test-database.ts'

const moment = new Date('2026-01-31T23:59:59.123Z')

/** What the driver of either store makes of a value on its way there and back. */
export function describeValues(database: TestDatabase): void {
  describe('values', () => {
    it.each<[string, unknown, unknown]>([
      ['text', 'Zoë \u{1F600}', 'Zoë \u{1F600}'],
      ['integer', 7, 7],
      ['bigint', 7, 7],
      ['bigint', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
      ['bigint', 9007199254740993n, 9007199254740993n],
      ['numeric', '1.10', '1.10'],
      ['double precision', 0.1, 0.1],
      ['boolean', false, false],
      ['date', '2026-01-31', new Date('2026-01-31T00:00:00Z')],
      ['timestamptz', moment, moment],
      ['jsonb', { a: [1, null] }, { a: [1, null] }],
      ['jsonb', '[1,"two"]', [1, 'two']],
      ['uuid', '6f1f9a5e-0000-4000-8000-000000000001', '6f1f9a5e-0000-4000-8000-000000000001'],
      ['text[]', ['a', 'b,"c'], ['a', 'b,"c']],
      ['integer[]', [1, 2], [1, 2]],
      ['bigint[]', [1, 2], [1, 2]],
      ['text', null, null],
      ['text', undefined, null],
    ])('are alike on both stores: %s from %o', async (type, given, want) => {
      const [row] = await database.query<{ value: unknown }>(`select $1::${type} as value`, [given])
      expect(row?.value).toEqual(want)
    })

    it('are the same on both stores: bytes', async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
      const text = 'select $1::bytea as value'
      const [row] = await database.query<{ value: Uint8Array }>(text, [bytes])
      expect(row?.value).toBeInstanceOf(Uint8Array)
      expect([...(row?.value ?? [])]).toEqual([...bytes])
    })

    it.each([
      ['a NUL', '"\\u0000"', '22P05'],
      ['half of a surrogate pair', '"\\ud800"', '22P02'],
    ])('that jsonb does not hold are the mistake of the caller: %s', async (_, json, state) => {
      const error = await rejectionOf(database.query('select $1::jsonb as value', [json]))
      expect(stateOf(error)).toBe(state)
      expect(isUnavailable(error)).toBe(false)
    })

    it('are the same on both stores: a count', async () => {
      const text = 'select count(*) as count from (values (1), (2)) as two'
      expect(await database.query(text)).toEqual([{ count: 2 }])
    })
  })
}
