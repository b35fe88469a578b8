import { describe, expect, it } from 'vitest'
import { checks } from '../src/check/lint.ts'
import { makeEdits } from './broken-copy.ts'
import type { Row } from './rows/row.ts'

/** Whether `test` judges a row: one in four. */
export const isSampled = (_: Row, index: number) => index % 4 === 0

export function judgeContradictions(rows: readonly Row[]): void {
  describe('a contract that departs from the source or from a decision', () => {
    it.each(rows)('%s', async (_, edits, expected, { file = edits[0]?.file }) => {
      const rule = expected || 'facts/contradiction'
      const specs = makeEdits(edits)
      const found: string[] = []
      for (const check of Object.values(checks)) {
        found.push(...(await check(specs)).map((one) => `${one.rule} ${one.file}`))
        if (found.includes(`${rule} ${file}`)) break
      }
      expect(found).toContain(`${rule} ${file}`)
    })
  })
}
