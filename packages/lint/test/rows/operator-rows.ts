import type { BrokenRow, Edit, expectProblem } from '../broken-copy.ts'

const file = 'operator.yaml'
const inOperator = (from: string, to: string): Edit[] => [{ file, from, to }]

export const operatorRows: (BrokenRow & { check: Parameters<typeof expectProblem>[1] })[] = [
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
    check: 'operator',
    edits: inOperator('http://127.0.0.1:4011', 'https://operator.partner-platform.example'),
    want: {
      ...{ file, pointer: '#/servers/0/url', rule: 'redocly/rule/server-loopback' },
      message: 'The operator surface is for the machine itself',
      ...{ fix: 'Write a URL of the machine itself', at: 'https://operator' },
    },
  },
]
