import { describe, expect, it } from 'vitest'
import { checks } from '../src/check/lint.ts'
import { readStatements } from '../src/contract/rules.ts'
import { makeEdits, toPattern } from './broken-copy.ts'
import { ledgerRows } from './rows/ledger-rows.ts'

describe('statements.yaml', () => {
  it('marks the fourteen lines on which the source does not show something', () => {
    const open = readStatements(makeEdits([])).filter(({ shown }) => !shown)
    expect(open).toHaveLength(14)
  })
})

describe.each(Object.entries(ledgerRows))('the check of %s finds', (check, rows) => {
  it.each(rows)('$name', async ({ edits, file, told, follows }) => {
    const problems = (await checks[check]?.(makeEdits(edits))) ?? []
    const lines = problems.map((one) => `${one.pointer} ${one.rule}: ${one.message} ${one.fix}`)
    expect(lines[0]).toMatch(toPattern(told))
    expect(problems[0]?.file).toBe(file)
    expect(problems.length > 1).toBe(follows)
  })
})
