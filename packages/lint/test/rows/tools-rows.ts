import type { BrokenRow } from '../broken-copy.ts'

const get = '#/paths/~1api~1v1~1platform~1countries/get'
const inOpenApi = (from: string, to: string) => [{ file: 'openapi.yaml', from, to }]
const inAsyncApi = (from: string, to: string) => [{ file: 'asyncapi.yaml', from, to }]

export const openApiRows: BrokenRow[] = [
  {
    name: 'a mistyped field',
    edits: inOpenApi('  summary: The countries', '  sumary: The countries'),
    want: {
      file: 'openapi.yaml',
      pointer: '#/info/sumary',
      rule: 'redocly/struct',
      message: 'Property sumary is not expected here.',
      fix: 'Did you mean summary?',
      at: 'sumary:',
    },
  },
  {
    name: 'an operation whose name is no verb and noun',
    edits: inOpenApi('operationId: listCountries', 'operationId: countries'),
    want: {
      file: 'openapi.yaml',
      pointer: `${get}/operationId`,
      rule: 'redocly/rule/operation-id',
      message: 'An operation is named by what it does: "countries" should match',
      fix: 'Begin with list, get, create',
      at: 'operationId: countries',
    },
  },
  {
    name: 'an operation without a description',
    edits: inOpenApi(
      '      description: >-\n        The countries an applicant',
      '      x-note: >-\n        The countries an applicant',
    ),
    want: {
      file: 'openapi.yaml',
      pointer: `${get}/description`,
      rule: 'redocly/operation-description',
      message: 'Operation object should contain description field.',
      fix: 'Write description: with what a caller must know.',
      at: 'get:',
    },
  },
  {
    name: 'a tag that nobody declared',
    edits: inOpenApi('tags: [Countries]', 'tags: [Nations]'),
    want: {
      file: 'openapi.yaml',
      pointer: `${get}/tags/0`,
      rule: 'redocly/operation-tag-defined',
      message: 'Operation tags should be defined in global tags.',
      fix: 'Declare the tag under tags',
      at: 'tags: [Nations]',
    },
  },
  {
    name: 'a response without the rate-limit headers',
    edits: inOpenApi(
      '\n        RateLimit: { $ref: "#/components/headers/RateLimit" }\n        X-',
      '\n        X-',
    ),
    want: {
      file: 'openapi.yaml',
      pointer: '#/components/responses/NotModified/headers',
      rule: 'redocly/response-contains-header',
      message: 'Response object must contain a "RateLimit" header.',
      fix: 'Add $ref: "#/components/headers/…"',
      at: 'headers:',
    },
  },
  {
    name: 'a body that is not JSON',
    edits: inOpenApi('application/json:', 'text/plain:'),
    want: {
      file: 'openapi.yaml',
      pointer: `${get}/responses/200/content/text~1plain`,
      rule: 'redocly/response-mime-type',
      message: 'Mime type "text/plain" is not allowed',
      fix: 'Use application/json.',
      at: 'text/plain:',
    },
  },
  {
    name: 'a component that nothing uses',
    edits: inOpenApi(
      '  parameters:\n    IfNoneMatch:',
      '  parameters:\n    Page: { name: page, in: query, description: Page., schema: { $ref: ./schemas/uuid.yaml } }\n    IfNoneMatch:',
    ),
    want: {
      file: 'openapi.yaml',
      pointer: '#/components/parameters/Page',
      rule: 'redocly/no-unused-components',
      message: 'Component: "Page" is never used.',
      fix: 'An operation has probably lost this parameter: add it again',
      at: 'Page:',
    },
  },
  {
    name: 'a version that is not of three numbers',
    edits: inOpenApi('version: 1.0.0', 'version: "1"'),
    want: {
      file: 'openapi.yaml',
      pointer: '#/info/version',
      rule: 'redocly/rule/semantic-version',
      message: 'The version of the contract is not of three numbers',
      fix: 'Write version: with three numbers',
      at: 'version: "1"',
    },
  },
]

export const asyncApiRows: BrokenRow[] = [
  {
    name: 'a required field that is mistyped, below a condition',
    edits: [
      {
        file: 'schemas/submission.yaml',
        from: 'required: [feedbackDocsUrl,',
        to: 'required: [feedbackDocUrl,',
      },
    ],
    want: {
      file: 'schemas/submission.yaml',
      pointer: '#/then/required/0',
      rule: 'redocly/no-required-schema-properties-undefined',
      message: "Required property 'feedbackDocUrl' is not defined",
      fix: 'Did you mean feedbackDocsUrl? Else add it to properties.',
      at: 'required: [feedbackDocUrl, remarks, visaExpiryDate]',
    },
  },
  {
    name: 'a message without a summary',
    edits: inAsyncApi('      summary: The status of a submission changed.\n', ''),
    want: {
      file: 'asyncapi.yaml',
      pointer: '#/components/messages/submissionUpdated',
      rule: 'redocly/rule/message-fields',
      message: 'A message lacks something: summary is required.',
      fix: 'Add it; summary and examples',
      at: 'submissionUpdated:',
    },
  },
  {
    name: 'a channel without a description',
    edits: inAsyncApi('    description: …\n    messages', '    messages'),
    want: {
      file: 'asyncapi.yaml',
      pointer: '#/channels/submissionUpdates',
      rule: 'redocly/rule/channel-fields',
      message: 'A channel lacks something: description is required.',
      fix: 'Add it; readers',
      at: 'submissionUpdates:',
    },
  },
  {
    name: 'an action that there is not',
    edits: inAsyncApi('action: send', 'action: sends'),
    want: {
      file: 'asyncapi.yaml',
      pointer: '#/operations/sendSubmissionUpdated/action',
      rule: 'redocly/struct',
      message: 'action can be one of the following only: "send", "receive".',
      fix: 'Did you mean send?',
      at: 'action: sends',
    },
  },
]

export const schemaRows: BrokenRow[] = [
  {
    name: 'a field that AsyncAPI has not',
    edits: inAsyncApi('    action: send', '    colour: blue\n    action: send'),
    want: {
      file: 'asyncapi.yaml',
      pointer: '#/operations/sendSubmissionUpdated/colour',
      rule: 'asyncapi/schema',
      message: 'Property colour is not expected here.',
      fix: 'Name it as AsyncAPI 3.0 does',
      at: 'colour: blue',
    },
  },
  {
    name: 'a message of a channel that the operation does not use',
    edits: inAsyncApi(
      '      - $ref: "#/channels/submissionUpdates/messages/submissionUpdated"',
      '      - $ref: "#/components/messages/submissionUpdated"',
    ),
    want: {
      file: 'asyncapi.yaml',
      pointer: '#/operations/sendSubmissionUpdated/messages/0',
      rule: 'asyncapi/operation-messages',
      message: 'Operation message does not belong to the specified channel.',
      fix: 'Refer to a message below the channel of the operation:',
      at: 'messages',
    },
  },
]
