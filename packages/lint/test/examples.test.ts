import { describe, expect, it } from 'vitest'
import { checkExamples } from '../src/check/check-examples.ts'
import type { Referee } from '../src/check/referee.ts'
import { expectProblem, makeEdits } from './broken-copy.ts'
import { caseRows, exampleRows, shownRows } from './rows/examples-rows.ts'

describe('the check of examples finds', () => {
  it.each(exampleRows)('$name', (row) => expectProblem(row, 'examples'))

  it('a reader that refuses what a sender may send', () => {
    const specs = makeEdits([])
    const issue = { path: '/uuid', keyword: 'pattern', message: 'must match' }
    const strictReader: Referee = ({ file }, _, form) =>
      form === 'received' && file === 'schemas/agent.yaml' ? [issue] : []
    const found = checkExamples(specs, strictReader)
    expect(found.filter(({ rule }) => rule === 'examples/narrower-reader')).toContainEqual(
      expect.objectContaining({
        file: 'examples/agent/valid/agent.json',
        pointer: '#/uuid',
        message: 'The reader refuses what the sender may send: /uuid must match.',
      }),
    )
  })
})

describe('the check of cases finds', () => {
  it.each(caseRows)('$name', (row) => expectProblem(row, 'cases'))
})

describe('the check of examples in documents finds', () => {
  it.each(shownRows)('$name', (row) => expectProblem(row, 'documentExamples'))
})
