import { describe, expect, it } from 'vitest'
import { expectProblem, makeEdits } from './broken-copy.ts'
import { readStatements } from './lint/rules.ts'
import { additionRows, decisionRows, factRows, sourceRows, vectorRows } from './rows/ledger-rows.ts'

describe('statements.yaml', () => {
  it('marks the fourteen lines on which the source does not show something', () => {
    const open = readStatements(makeEdits([])).filter(({ shown }) => !shown)
    expect(open).toHaveLength(14)
  })
})

describe('the check of sources finds', () => {
  it.each(sourceRows)('$name', (row) => expectProblem(row, 'sources'))
})

describe('the check of decisions finds', () => {
  it.each(decisionRows)('$name', (row) => expectProblem(row, 'decisions'))
})

describe('the check of additions finds', () => {
  it.each(additionRows)('$name', (row) => expectProblem(row, 'additions'))
})

describe('the check of facts finds', () => {
  it.each(factRows)('$name', (row) => expectProblem(row, 'facts'))
})

describe('the check of vectors finds', () => {
  it.each(vectorRows)('$name', (row) => expectProblem(row, 'vectors'))
})
