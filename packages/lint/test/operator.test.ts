import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isRecord, valueAt } from '../src/contract/pointer.ts'
import { contractDocuments, listReferences, resolve } from '../src/contract/references.ts'
import { expectProblem, contract as specs, specsFolder } from './broken-copy.ts'
import { operatorRows } from './rows/operator-rows.ts'

const file = 'operator.yaml'
const document = specs.files.get(file)?.value

type Operation = {
  operationId: string
  parameters?: { $ref: string }[]
  requestBody?: unknown
  responses: Record<string, unknown>
}

const operations = Object.entries(entriesOf(document, 'paths')).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
    ...{ path, method, operation, name: operation.operationId },
    statuses: Object.keys(operation.responses),
  })),
)
const writes = operations.filter(({ method }) => method !== 'get')
const lists = operations.filter(({ name }) => name.startsWith('list'))

function entriesOf(value: unknown, ...path: string[]): Record<string, unknown> {
  const found = valueAt(value, path)
  return isRecord(found) ? found : {}
}

/** The schema of a body, wherever it stands. */
function schemaOf(path: (string | number)[]): Record<string, unknown> {
  const at = resolve(specs, file, path)
  const found = resolve(specs, at.file, [...at.path, 'content', 'application/json', 'schema'])
  return isRecord(found.value) ? found.value : {}
}

describe('D-028 the operator surface', () => {
  it('stands below a path of its own', () => {
    expect(operations.length).toBeGreaterThan(0)
    for (const { path } of operations) expect(path).toMatch(/^\/operator\/v1\//)
  })

  it('is named by no document of the contract', () => {
    const others = listReferences(specs).filter((one) => one.file !== file)
    expect(others.map(({ file }) => file)).toEqual(expect.arrayContaining(contractDocuments))
    expect(others.filter(({ target }) => 'file' in target && target.file === file)).toEqual([])
  })

  it('is no part of the published package', () => {
    const { files } = JSON.parse(readFileSync(`${specsFolder}/package.json`, 'utf8'))
    expect(files).toContain(`!${file}`)
  })

  it.each(operations)('$name tells of bad requests, bad tokens and a store that is away', (row) => {
    expect(row.statuses).toEqual(expect.arrayContaining(['400', '401', '503']))
  })

  it.each(operations.filter(({ path }) => path.includes('{')))('$name may find nothing', (row) => {
    expect(row.statuses).toContain('404')
  })

  it.each(writes)('$name can be repeated safely', ({ operation, statuses }) => {
    expect(operation.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
    expect(statuses).toEqual(expect.arrayContaining(['409', '422']))
  })

  it.each(writes.filter(({ operation }) => operation.requestBody))(
    '$name bounds its body, which is closed',
    ({ path, method, statuses }) => {
      expect(statuses).toEqual(expect.arrayContaining(['413', '415']))
      expect(schemaOf(['paths', path, method, 'requestBody']).additionalProperties).toBe(false)
    },
  )

  it.each(operations)('$name has one body for all errors', ({ path, method, statuses }) => {
    for (const status of statuses.filter((one) => one >= '400')) {
      const { path: at, file: where } = resolve(specs, file, [
        'paths',
        path,
        method,
        'responses',
        status,
      ])
      const schema = valueAt(specs.files.get(where)?.value, [...at, 'content', 'application/json'])
      expect(schema).toMatchObject({ schema: { $ref: '#/components/schemas/OperatorError' } })
    }
  })

  it.each(lists)('$name gives items and next', ({ path, method }) => {
    const schema = schemaOf(['paths', path, method, 'responses', '200'])
    expect(schema).toMatchObject({ additionalProperties: false, required: ['items', 'next'] })
  })
})

describe('the check of the operator surface finds', () => {
  it.each(operatorRows)('$name', ({ check, ...row }) => expectProblem(row, check))

  it('nothing to mark: it is not held to say what the source or a decision asks for', () => {
    expect(JSON.stringify(valueAt(document, ['paths']))).not.toMatch(/x-source|x-decision/)
  })
})
