import type { BrokenRow } from '../broken-copy.ts'

export const documentRows: BrokenRow[] = [
  {
    name: 'a bracket that nobody closes',
    edits: [{ file: 'schemas/agent.yaml', from: '[uuid, companyName]', to: '[uuid, companyName' }],
    want: {
      file: 'schemas/agent.yaml',
      pointer: '#/required',
      rule: 'documents/syntax',
      message: 'The quote or bracket that opens here is not closed.',
      fix: 'Close it: a quote with the same quote, a list with ]',
      at: 'required: [uuid',
    },
  },
  {
    name: 'a key that is there twice',
    edits: [{ file: 'schemas/agent.yaml', from: 'type: object', to: 'type: object\ntype: object' }],
    want: {
      file: 'schemas/agent.yaml',
      pointer: '#/type',
      rule: 'documents/duplicate-key',
      message: 'The key type is there twice in one object.',
      fix: 'Keep one of the two',
      at: 'type: object',
    },
  },
  {
    name: 'an example with a comma too many',
    edits: [
      { file: 'examples/submission-updated/valid/returned.json', to: '{\n  "event": "x",\n}\n' },
    ],
    want: {
      file: 'examples/submission-updated/valid/returned.json',
      pointer: '#',
      rule: 'documents/syntax',
      message: 'JSON wants a key in double quotes here, and not }.',
      fix: 'Write strict JSON',
      at: '}',
    },
  },
  {
    name: 'an example with a key twice',
    edits: [
      {
        file: 'examples/submission-updated/valid/returned.json',
        from: '"event":',
        to: '"event": "a",\n  "event":',
      },
    ],
    want: {
      file: 'examples/submission-updated/valid/returned.json',
      pointer: '#/event',
      rule: 'documents/duplicate-key',
      message: 'The key event is there twice',
      fix: 'Keep one of the two',
      at: '"event":',
    },
  },
  {
    name: 'a vector file that is cut off',
    edits: [{ file: 'vectors/origins.json', to: '{ "title": "Origins",\n  "documentRows": [' }],
    want: {
      file: 'vectors/origins.json',
      pointer: '#/documentRows/0',
      rule: 'documents/syntax',
      message: 'The file ends where JSON wants a value or ].',
      fix: 'Write strict JSON',
      at: '"documentRows": [',
    },
  },
  {
    name: 'the front matter of a record that does not parse',
    edits: [
      { file: 'decisions/D-001-signed-bytes.md', from: 'status: accepted', to: 'status: "acc' },
    ],
    want: {
      file: 'decisions/D-001-signed-bytes.md',
      pointer: '#/status',
      rule: 'documents/syntax',
      message: 'The quote or bracket that opens here is not closed.',
      fix: 'Close it: a quote with the same quote',
      at: 'status: "acc',
    },
  },
  {
    name: 'a mistyped file in $ref',
    edits: [{ file: 'schemas/submission.yaml', from: './applicant.yaml', to: './aplicant.yaml' }],
    want: {
      file: 'schemas/submission.yaml',
      pointer: '#/properties/applicant/allOf/0/$ref',
      rule: 'documents/dangling-ref',
      message: './aplicant.yaml names a file that is not there.',
      fix: 'Write ./applicant.yaml',
      at: '- $ref: ./aplicant.yaml',
    },
    follows: true,
  },
  {
    name: 'a file in $ref that nothing resembles',
    edits: [
      {
        file: 'schemas/submission.yaml',
        from: './visa.yaml',
        to: './something-else-entirely.yaml',
      },
    ],
    want: {
      file: 'schemas/submission.yaml',
      pointer: '#/properties/visa/allOf/0/$ref',
      rule: 'documents/dangling-ref',
      message: './something-else-entirely.yaml names a file',
      fix: 'Add schemas/something-else-entirely.yaml.',
      at: './something-else-entirely.yaml',
    },
    follows: true,
  },
  {
    name: 'a mistyped pointer in $ref',
    edits: [
      {
        file: 'openapi.yaml',
        from: '#/components/responses/Unauthorized',
        to: '#/components/responses/Unauthorised',
      },
    ],
    want: {
      file: 'openapi.yaml',
      pointer: '#/paths/~1api~1v1~1platform~1countries/get/responses/401/$ref',
      rule: 'documents/dangling-ref',
      message: '#/components/responses/Unauthorised names a place that is not there.',
      fix: 'Write #/components/responses/Unauthorized.',
      at: 'Unauthorised',
    },
  },
  {
    name: 'a pointer in $ref that nothing resembles',
    edits: [
      {
        file: 'asyncapi.yaml',
        from: '$ref: "#/channels/submissionUpdates"',
        to: '$ref: "#/channels/somewhereElseEntirely"',
      },
    ],
    want: {
      file: 'asyncapi.yaml',
      pointer: '#/operations/sendSubmissionUpdated/channel/$ref',
      rule: 'documents/dangling-ref',
      message: '#/channels/somewhereElseEntirely names a place that is not there.',
      fix: '#/channels has submissionUpdates.',
      at: 'somewhereElseEntirely',
    },
  },
  {
    name: 'an example file that a document names and nobody wrote',
    edits: [
      {
        file: 'openapi.yaml',
        from: './examples/country-list/valid/two-countries.json',
        to: './examples/country-list/valid/two-countrys.json',
      },
    ],
    want: {
      file: 'openapi.yaml',
      pointer:
        '#/paths/~1api~1v1~1platform~1countries/get/responses/200/content/application~1json/examples/countries/externalValue',
      rule: 'documents/dangling-ref',
      message: './examples/country-list/valid/two-countrys.json names a file that is not there.',
      fix: 'Write ./examples/country-list/valid/two-countries.json',
      at: 'externalValue',
    },
  },
  {
    name: 'a $ref to the network',
    edits: [
      {
        file: 'schemas/visa.yaml',
        from: '$ref: ./uuid.yaml',
        to: '$ref: https://example.com/uuid',
      },
    ],
    want: {
      file: 'schemas/visa.yaml',
      pointer: '#/properties/uuid/allOf/0/$ref',
      rule: 'documents/remote-ref',
      message: 'https://example.com/uuid is outside this folder',
      fix: 'Copy what is meant into schemas/',
      at: 'https://example.com/uuid',
    },
  },
  {
    name: 'a schema that nothing refers to',
    edits: [
      { file: 'schemas/lonely.yaml', to: 'title: Lonely\ndescription: Alone.\ntype: string\n' },
    ],
    want: {
      file: 'schemas/lonely.yaml',
      pointer: '#',
      rule: 'documents/unused-schema',
      message: 'No document refers to this schema.',
      fix: 'Refer to it with $ref: ./schemas/lonely.yaml',
      at: 'title: Lonely',
    },
  },
  {
    name: 'a version that some readers refuse',
    edits: [{ file: 'asyncapi.yaml', from: 'asyncapi: 3.0.0', to: 'asyncapi: 3.1.0' }],
    want: {
      file: 'asyncapi.yaml',
      pointer: '#/asyncapi',
      rule: 'documents/version',
      message: 'This is no document of asyncapi 3.0.',
      fix: 'Begin with asyncapi: 3.0.0.',
      at: 'asyncapi: 3.1.0',
    },
  },
  {
    name: 'a document that is a word',
    edits: [{ file: 'openapi.yaml', to: 'hello' }],
    want: {
      file: 'openapi.yaml',
      pointer: '#/openapi',
      rule: 'documents/version',
      message: 'This is no document of openapi 3.1.',
      fix: 'Begin with openapi: 3.1.0.',
      at: 'hello',
    },
  },
  {
    name: 'a document that is missing',
    edits: [{ file: 'statements.yaml' }],
    want: {
      file: 'statements.yaml',
      pointer: '#',
      rule: 'documents/missing-file',
      message: 'This file is not there.',
      fix: 'Add statements.yaml',
      at: '',
    },
  },
]
