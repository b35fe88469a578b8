import { describe, it } from 'vitest'
import { expectProblem } from './broken-copy.ts'
import { asyncApiRows, openApiRows, schemaRows } from './rows/tools-rows.ts'

describe('the lint of OpenAPI finds', () => {
  it.each(openApiRows)('$name', (row) => expectProblem(row, 'openapi'))
})

describe('the lint of AsyncAPI finds', () => {
  it.each(asyncApiRows)('$name', (row) => expectProblem(row, 'asyncapi'))
})

describe('the check of AsyncAPI by its schema and its text finds', () => {
  it.each(schemaRows)('$name', (row) => expectProblem(row, 'asyncapiSchema'))
})
