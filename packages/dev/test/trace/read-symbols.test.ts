import { describe, expect, it } from 'vitest'
import { readContract } from '../../src/trace/read-inputs.ts'
import { readGeneratedCode, readSymbols } from '../../src/trace/read-symbols.ts'
import { symbolsOfNode } from '../../src/trace/symbols-of-node.ts'

const contract = readContract()
const nodeOf = (name: string) => contract.symbols.find((one) => one.name === name)?.node
const namesOf = (node: string) => symbolsOfNode(node, contract).map(({ name }) => name)

describe('readSymbols', () => {
  it.each([
    ['Country', 'schemas/country.yaml'],
    ['countrySentSchema', 'schemas/country.yaml'],
    ['parseSubmissionUpdatedReceived', 'schemas/submission-updated.yaml'],
    ['isVisaGranted', 'schemas/submission.yaml'],
    ['constants.bodyLimitBytes', 'asyncapi.yaml#/x-constants/bodyLimitBytes'],
    ['servers.staging', 'openapi.yaml#/servers/1'],
    ['securitySchemes.bearerAuth', 'openapi.yaml#/components/securitySchemes/bearerAuth'],
    ['responseParsers.listCountries', nodeOf('operations.listCountries')],
    ['messageParsers.submissionUpdated', nodeOf('messages.submissionUpdated')],
  ])('tells that %s comes from %s', (name, node) => {
    expect(node).toBeDefined()
    expect(nodeOf(name)).toBe(node)
  })

  it('leaves out no export of the generated code', async () => {
    const modules = await Promise.all([
      import('@partner-platform/types'),
      import('@partner-platform/validators'),
    ])
    const tables = contract.symbols.map(({ name }) => name.split('.')[0])
    const unknown = modules.flatMap(Object.keys).filter((name) => !tables.includes(name))
    expect(unknown, 'only what is written by hand').toEqual(['environments'])
  })

  it('stops at an export of a form that it does not know', () => {
    const code = { ...readGeneratedCode(), guards: 'export enum Colour { red }' }
    expect(() => readSymbols(code, contract.specs)).toThrow('export of an unknown form')
  })
})

describe('symbolsOfNode', () => {
  it('takes those of the node around it, or else of the schemas that it refers to', () => {
    expect(namesOf('schemas/country.yaml#/properties/uuid')).toContain('parseCountry')
    expect(namesOf('schemas/country.yaml#/properties/uuid')).not.toContain('parseCountryList')
    expect(namesOf('openapi.yaml#/components/responses/Forbidden')).toContain('ErrorResponse')
    expect(namesOf('openapi.yaml#/info')).toEqual([])
  })
})
