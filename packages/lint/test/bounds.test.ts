import { describe, expect, it } from 'vitest'
import { checkBounds } from '../src/check/check-bounds.ts'
import { expectProblem, makeEdits } from './broken-copy.ts'
import { boundsRows, companyName } from './rows/bounds-rows.ts'

describe('the check of bounds finds', () => {
  it.each(boundsRows)('$name', (row) => expectProblem(row, 'bounds'))

  it('nothing where one value is left', () => {
    const edits = companyName('minLength: 2\n    maxLength: 2\n    minimum: 1\n    maximum: 1')
    expect(checkBounds(makeEdits(edits))).toEqual([])
  })
})
