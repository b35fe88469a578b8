import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type BrokenRow,
  type Edit,
  expectProblem,
  contract as specs,
  specsFolder,
} from './broken-copy.ts'
import { isRecord, valueAt } from './lint/pointer.ts'
import { contractDocuments, listReferences, resolve } from './lint/references.ts'

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

const inOperator = (from: string, to: string): Edit[] => [{ file, from, to }]

const rows: (BrokenRow & { check: Parameters<typeof expectProblem>[1] })[] = [
  {
    name: 'a document of the contract that refers to it',
    check: 'documents',
    edits: [
      {
        file: 'schemas/visa.yaml',
        from: '$ref: ./uuid.yaml',
        to: '$ref: ../operator.yaml#/components/schemas/Cursor',
      },
    ],
    want: {
      ...{ file: 'schemas/visa.yaml', pointer: '#/properties/uuid/allOf/0/$ref' },
      rule: 'documents/operator-ref',
      message: '../operator.yaml#/components/schemas/Cursor is part of the operator surface',
      ...{ fix: 'Put what both need into schemas/', at: '- $ref: ../operator.yaml' },
    },
  },
  {
    name: 'another version of OpenAPI',
    check: 'documents',
    edits: inOperator('openapi: 3.1.0', 'openapi: 3.0.3'),
    want: {
      ...{ file, pointer: '#/openapi', rule: 'documents/version' },
      message: 'This is no document of openapi 3.1.',
      ...{ fix: 'Begin with openapi: 3.1.0.', at: 'openapi: 3.0.3' },
    },
  },
  {
    name: 'a schema of its own that only it refers to, in schemas/',
    check: 'documents',
    edits: [
      { file: 'schemas/cursor.yaml', to: 'title: Cursor\ndescription: A place.\ntype: string\n' },
      ...inOperator(
        'schema: { $ref: "#/components/schemas/Cursor" }',
        'schema: { $ref: ./schemas/cursor.yaml }',
      ),
    ],
    want: {
      ...{ file: 'schemas/cursor.yaml', pointer: '#', rule: 'documents/unused-schema' },
      message: 'No document refers to this schema.',
      ...{ fix: 'Refer to it with $ref: ./schemas/cursor.yaml', at: 'title: Cursor' },
    },
  },
  {
    name: 'a body whose schema has no name',
    check: 'dialect',
    edits: inOperator(
      'schema: { $ref: "#/components/schemas/PartnerList" }',
      'schema: { type: object }',
    ),
    want: {
      file,
      pointer:
        '#/paths/~1operator~1v1~1partners/get/responses/200/content/application~1json/schema',
      rule: 'dialect/inline-schema',
      message: 'The schema of this body is written here, and so its type has no name.',
      ...{ fix: 'Move it to components.schemas', at: 'schema: { type: object }' },
    },
  },
  {
    name: 'a schema without a description',
    check: 'dialect',
    edits: inOperator('    Partner:\n      description: A partner.\n', '    Partner:\n'),
    want: {
      ...{ file, pointer: '#/components/schemas/Partner', rule: 'dialect/description' },
      message: 'Partner has no description.',
      ...{ fix: 'Add description:', at: 'Partner:' },
    },
  },
  {
    name: 'an example that its schema refuses',
    check: 'documentExamples',
    edits: inOperator('companyName: Skyline Travel', 'companyName: 1'),
    want: {
      file,
      pointer:
        '#/paths/~1operator~1v1~1partners/get/responses/200/content/application~1json/example',
      rule: 'document-examples/refused',
      message: 'The schema refuses this example: /items/0/companyName must be string (type).',
      ...{ fix: 'Correct the example', at: 'example:' },
    },
  },
  {
    name: 'an error with the status of another',
    check: 'documentExamples',
    edits: inOperator('statusCode: 413', 'statusCode: 415'),
    want: {
      ...{
        file,
        pointer: '#/components/responses/ContentTooLarge/content/application~1json/example',
      },
      rule: 'document-examples/other-status',
      message: 'This example says statusCode 415 under the status 413.',
      ...{ fix: 'Show an example with statusCode: 413.', at: 'example:' },
    },
    follows: true,
  },
  {
    name: 'an operation whose name begins with no verb',
    check: 'operator',
    edits: inOperator('operationId: createPartner', 'operationId: partnerCreation'),
    want: {
      ...{ file, pointer: '#/paths/~1operator~1v1~1partners/post/operationId' },
      rule: 'redocly/rule/operator-operation-id',
      message: 'An operation is named by what it does',
      ...{ fix: 'Begin with a verb', at: 'operationId: partnerCreation' },
    },
  },
  {
    name: 'a response without the request id',
    check: 'operator',
    edits: inOperator(
      '          headers:\n            X-Request-Id: { $ref: "#/components/headers/OperatorRequestId" }\n',
      '',
    ),
    want: {
      ...{ file, pointer: '#/paths/~1operator~1v1~1partners/get/responses/200/headers' },
      rule: 'redocly/response-contains-header',
      message: 'Response object must contain a "X-Request-Id" header.',
      ...{ fix: 'Add $ref: "#/components/headers/…"', at: '"200":' },
    },
  },
  {
    name: 'a server beyond loopback',
    check: 'facts',
    edits: inOperator('http://127.0.0.1:4011', 'https://operator.partner-platform.example'),
    want: {
      ...{ file, pointer: '#/servers/0/url', rule: 'facts/contradiction' },
      message: 'D-028 says: The operator surface is no part of the contract.',
      ...{ fix: 'Write http://127.0.0.1:4011.', at: 'https://operator' },
    },
  },
]

describe('the check of the operator surface finds', () => {
  it.each(rows)('$name', ({ check, ...row }) => expectProblem(row, check))

  it('nothing to mark: it is not held to say what the source or a decision asks for', () => {
    expect(JSON.stringify(valueAt(document, ['paths']))).not.toMatch(/x-source|x-decision/)
  })
})
