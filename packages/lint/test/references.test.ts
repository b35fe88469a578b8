import { describe, expect, it } from 'vitest'
import { checkDocuments } from '../src/check/check-documents.ts'
import { expectProblem, makeEdits } from './broken-copy.ts'
import { referenceRows } from './rows/references-rows.ts'

describe('the check of references finds', () => {
  it.each(referenceRows)('$name', (row) => expectProblem(row, 'documents'))
})

describe('a schema that refers to itself', () => {
  it.each(['properties:\n  a:\n    allOf: [{', 'items:\n  not: {', 'additionalProperties: {'])(
    'is read where it does so inside its value: %j',
    (before) => {
      const close = before.includes('[') ? ' }]' : ' }'
      const to = `title: Uuid\ndescription: A.\n${before} $ref: ./uuid.yaml${close}\n`
      const specs = makeEdits([{ file: 'schemas/uuid.yaml', to }])
      expect(specs.files.get('schemas/uuid.yaml')?.value).toMatchObject({ title: 'Uuid' })
      expect(checkDocuments(specs)).toEqual([])
    },
  )
})
