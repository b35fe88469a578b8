import type { BrokenRow } from '../broken-copy.ts'

const agent = 'schemas/agent.yaml'
const inAgent = (from: string, to: string) => [{ file: agent, from, to }]

export const dialectRows: BrokenRow[] = [
  {
    name: 'a mistyped keyword',
    edits: inAgent('additionalProperties: false', 'aditionalProperties: false'),
    want: {
      file: agent,
      pointer: '#/aditionalProperties',
      rule: 'dialect/unknown-keyword',
      message: 'aditionalProperties is no keyword of JSON Schema',
      fix: 'Did you mean additionalProperties?',
      at: 'aditionalProperties: false',
    },
  },
  {
    name: 'a keyword that nothing resembles',
    edits: inAgent('type: object', 'type: object\ncolourOfTheInk: blue'),
    want: {
      file: agent,
      pointer: '#/colourOfTheInk',
      rule: 'dialect/unknown-keyword',
      message: 'colourOfTheInk is no keyword',
      fix: 'Delete it, or name an extension',
      at: 'colourOfTheInk: blue',
    },
  },
  ...(
    [
      ['$defs: { a: { type: string } }', 'Move it to a file of its own in schemas/'],
      ['definitions: { a: { type: string } }', 'Move it to a file of its own in schemas/'],
      ['unevaluatedProperties: false', 'Use additionalProperties: false'],
      ['dependentRequired: { uuid: [companyName] }', 'Use if, then and else with required.'],
      ['nullable: true', 'Leave the field out instead of sending null'],
      ['discriminator: { propertyName: uuid }', 'Use if, then and else, or anyOf'],
      ['$id: agent', 'Leave it out: the path of the file is the identity'],
      ['prefixItems: []', 'Use an object with named properties'],
    ] as const
  ).map(([line, fix]): BrokenRow => {
    const keyword = line.split(':')[0] as string
    return {
      name: `${keyword}, which the two drafts do not share`,
      edits: inAgent('type: object', `type: object\n${line}`),
      want: {
        file: agent,
        pointer: `#/${keyword}`,
        rule: 'dialect/not-shared',
        message: `${keyword} is not a keyword that OpenAPI 3.1 and AsyncAPI 3.0 read alike.`,
        fix,
        at: line,
      },
      follows: keyword === 'prefixItems',
    }
  }),
  {
    name: 'a keyword beside $ref',
    edits: [
      {
        file: 'schemas/country-list.yaml',
        from: '$ref: ./country.yaml',
        to: '$ref: ./country.yaml\n      description: One of them.',
      },
    ],
    want: {
      file: 'schemas/country-list.yaml',
      pointer: '#/properties/result/items/$ref',
      rule: 'dialect/ref-siblings',
      message: 'draft-07 reads over what stands beside $ref: description.',
      fix: 'Write allOf: [{ $ref: ./country.yaml }]',
      at: '$ref: ./country.yaml',
    },
  },
  {
    name: 'a type that may be null',
    edits: inAgent('type: string', 'type: [string, "null"]'),
    want: {
      file: agent,
      pointer: '#/properties/companyName/type',
      rule: 'dialect/type-list',
      message: 'type is one word here, not a list.',
      fix: 'Leave the field out instead of sending null',
      at: 'type: [string, "null"]',
    },
  },
  {
    name: 'a list of types',
    edits: inAgent('type: string', 'type: [string, integer]'),
    want: {
      file: agent,
      pointer: '#/properties/companyName/type',
      rule: 'dialect/type-list',
      message: 'type is one word here, not a list.',
      fix: 'Write anyOf with one type in each branch.',
      at: 'type: [string, integer]',
    },
  },
  {
    name: 'properties of a schema that is not an object',
    edits: inAgent('type: object', 'type: string'),
    want: {
      file: agent,
      pointer: '#/properties',
      rule: 'dialect/other-type',
      message: 'properties is a keyword for type object, but the type here is string.',
      fix: 'Write type: object, or delete properties.',
      at: 'properties:',
    },
  },
  {
    name: 'items of a schema that is not a list',
    edits: [{ file: 'schemas/country-list.yaml', from: 'type: array', to: 'type: integer' }],
    want: {
      file: 'schemas/country-list.yaml',
      pointer: '#/properties/result/items',
      rule: 'dialect/other-type',
      message: 'items is a keyword for type array, but the type here is integer.',
      fix: 'Write type: array, or delete items.',
      at: 'items:',
    },
  },
  {
    name: 'a value of the wrong kind',
    edits: inAgent('required: [uuid, companyName]', 'required: uuid'),
    want: {
      file: agent,
      pointer: '#/required',
      rule: 'dialect/wrong-value',
      message: 'This value is wrong for its keyword: it must be array.',
      fix: 'See the keyword in JSON Schema 2020-12',
      at: 'required: uuid',
    },
  },
  {
    name: 'a format that nothing checks',
    edits: [{ file: 'schemas/applicant.yaml', from: 'format: email', to: 'format: e-mail' }],
    want: {
      file: 'schemas/applicant.yaml',
      pointer: '#/properties/email/format',
      rule: 'dialect/unknown-format',
      message: 'e-mail is a format that nothing checks.',
      fix: 'Write email, or a pattern instead.',
      at: 'format: e-mail',
    },
  },
  {
    name: 'a pattern that is no regular expression',
    edits: inAgent('type: string', 'type: string\n    pattern: "^[a-z$"'),
    want: {
      file: agent,
      pointer: '#/properties/companyName/pattern',
      rule: 'dialect/pattern',
      message: 'This pattern is no regular expression: Unterminated character class.',
      fix: 'Write it as JavaScript reads it',
      at: 'pattern: "^[a-z$"',
    },
  },
  {
    name: 'a title that is not the name of the file',
    edits: inAgent('title: Agent', 'title: Partner'),
    want: {
      file: agent,
      pointer: '#/title',
      rule: 'dialect/title',
      message: 'The title of schemas/agent.yaml is the name of its type, and is not Agent.',
      fix: 'Write title: Agent.',
      at: 'title: Partner',
    },
  },
  {
    name: 'a property that nothing describes',
    edits: inAgent('  companyName:\n    description: …\n', '  companyName:\n'),
    want: {
      file: agent,
      pointer: '#/properties/companyName',
      rule: 'dialect/description',
      message: 'companyName has no description.',
      fix: 'Add description:',
      at: 'companyName:',
    },
  },
  {
    name: 'a keyword of one draft in a schema inside a document',
    edits: [
      {
        file: 'asyncapi.yaml',
        from: 'const: application/json',
        to: 'const: application/json\n            deprecated: true',
      },
    ],
    want: {
      file: 'asyncapi.yaml',
      pointer: '#/components/messages/submissionUpdated/headers/properties/Content-Type/deprecated',
      rule: 'dialect/not-shared',
      message: 'deprecated is not a keyword',
      fix: 'Say it in description.',
      at: 'deprecated: true',
    },
  },
]

export const inlineRows: BrokenRow[] = [
  {
    name: 'the schema of a body written in the document',
    edits: [
      {
        file: 'openapi.yaml',
        from: 'schema: { $ref: ./schemas/country-list.yaml }',
        to: 'schema: { type: object }',
      },
    ],
    want: {
      file: 'openapi.yaml',
      pointer:
        '#/paths/~1api~1v1~1platform~1countries/get/responses/200/content/application~1json/schema',
      rule: 'dialect/inline-schema',
      message: 'This schema is written here',
      fix: 'Move it to schemas/<name>.yaml and write schema: {',
      at: 'schema: { type: object }',
    },
  },
  {
    name: 'the schema of a payload written in the document',
    edits: [
      {
        file: 'asyncapi.yaml',
        from: '$ref: ./schemas/submission-updated.yaml',
        to: 'type: object',
      },
    ],
    want: {
      file: 'asyncapi.yaml',
      pointer: '#/components/messages/submissionUpdated/payload',
      rule: 'dialect/inline-schema',
      message: 'This schema is written here',
      fix: 'Move it to schemas/<name>.yaml and write payload: {',
      at: 'payload:',
    },
  },
]

export const extensionRows: BrokenRow[] = [
  {
    name: 'a mistyped extension',
    edits: inAgent('x-source: 2.3.agent.uuid', 'x-sources: 2.3.agent.uuid'),
    want: {
      file: agent,
      pointer: '#/properties/uuid/x-sources',
      rule: 'extensions/unknown',
      message: 'x-sources is an extension that nothing here reads.',
      fix: 'Did you mean x-source?',
      at: 'x-sources:',
    },
  },
  {
    name: 'a statement without quotes, which YAML reads as a number',
    edits: [{ file: 'openapi.yaml', from: 'x-source: "5.2"', to: 'x-source: 5.2' }],
    want: {
      file: 'openapi.yaml',
      pointer: '#/components/securitySchemes/bearerAuth/x-source',
      rule: 'extensions/wrong-value',
      message: 'x-source does not hold what is read from it.',
      fix: 'Write the id of a statement in quotes',
      at: 'x-source: 5.2',
    },
  },
  {
    name: 'x-sender-only that is not true',
    edits: [
      { file: 'schemas/submission.yaml', from: 'x-sender-only: true', to: 'x-sender-only: yes' },
    ],
    want: {
      file: 'schemas/submission.yaml',
      pointer: '#/else/x-sender-only',
      rule: 'extensions/wrong-value',
      message: 'x-sender-only does not hold',
      fix: 'Write true, on a schema that readers drop.',
      at: 'x-sender-only: yes',
    },
  },
  {
    name: 'a name where there is no server',
    edits: inAgent('type: object', 'type: object\nx-name: agent'),
    want: {
      file: agent,
      pointer: '#/x-name',
      rule: 'extensions/misplaced',
      message: 'x-name has no meaning at this place.',
      fix: 'Move it: it is a word of lower-case letters, on a server.',
      at: 'x-name: agent',
    },
  },
  {
    name: 'a constant without a value',
    edits: [{ file: 'openapi.yaml', from: '    value: 100\n', to: '' }],
    want: {
      file: 'openapi.yaml',
      pointer: '#/x-constants',
      rule: 'extensions/wrong-value',
      message: 'x-constants does not hold',
      fix: 'Write entries of description, value and x-decision',
      at: 'x-constants:',
    },
  },
]
