import { describe, expect, it } from 'vitest'
import { expectProblem, makeEdits } from './broken-copy.ts'
import { lintSpecs } from './lint/lint.ts'
import { documentRows } from './rows/documents-rows.ts'

describe('the check of documents finds', () => {
  it.each(documentRows)('$name', (row) => expectProblem(row, 'documents'))
})

describe('references', () => {
  it('may be cyclic: an applicant has a sponsor, who is an applicant', async () => {
    const broken = makeEdits([
      {
        file: 'schemas/applicant.yaml',
        from: 'properties:',
        to: 'properties:\n  sponsor:\n    description: Who pays.\n    x-decision: D-023\n    allOf:\n      - $ref: ./applicant.yaml',
      },
      {
        file: 'decisions/D-023-event-formats.md',
        from: 'at:\n',
        to: 'at:\n  - schemas/applicant.yaml#/properties/sponsor\n',
      },
    ])
    const { problems, specs } = await lintSpecs(broken)
    expect(specs.files.get('schemas/applicant.yaml')?.text).toContain('sponsor')
    expect(problems).toEqual([])
  })

  it('that dangle silence the checks that would only repeat it', async () => {
    const broken = makeEdits([
      { file: 'schemas/submission.yaml', from: './applicant.yaml', to: './aplicant.yaml' },
    ])
    const { problems } = await lintSpecs(broken)
    expect(new Set(problems.map(({ rule }) => rule.split('/')[0]))).toEqual(new Set(['documents']))
  })
})
