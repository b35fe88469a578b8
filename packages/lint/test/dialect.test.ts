import { describe, it } from 'vitest'
import { expectProblem } from './broken-copy.ts'
import { dialectRows, extensionRows, inlineRows } from './rows/dialect-rows.ts'

describe('the check of the dialect finds', () => {
  it.each([...dialectRows, ...inlineRows])('$name', (row) => expectProblem(row, 'dialect'))
})

describe('the check of extensions finds', () => {
  it.each(extensionRows)('$name', (row) => expectProblem(row, 'extensions'))
})
