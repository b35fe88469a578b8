import { describe, expect, it } from 'vitest'
import { lintSpecs } from '../src/check/lint.ts'
import { valueAt } from '../src/contract/pointer.ts'
import { expectProblem, makeEdits } from './broken-copy.ts'
import { documentRows } from './rows/documents-rows.ts'

describe('the check of documents finds', () => {
  it.each(documentRows)('$name', (row) => expectProblem(row, 'documents'))
})

describe('the contract', () => {
  const { files } = makeEdits([])
  const api = files.get('openapi.yaml')?.value

  it('1.1 says who calls and for whom', () => {
    const description = String(valueAt(api, ['info', 'description']))
    expect(description).toMatch(/travel agents, called partners, [^.]* for applicants\./)
  })

  it('D-027 has only hosts that nobody can register', () => {
    const servers = valueAt(api, ['servers']) as { url: string }[]
    const hosts = servers.map(({ url }) => new URL(url).hostname)
    expect(hosts).toHaveLength(3)
    expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([])
  })
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
        from: 'status: accepted\n',
        to: 'status: accepted\nextends: { 2.3.submission.applicant: [sponsor] }\n',
      },
      {
        file: 'examples/applicant/valid/with-phone.json',
        from: '{',
        to: '{ "sponsor": { "firstName": "A", "lastName": "B", "email": "a@b.example" },',
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
