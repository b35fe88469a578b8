import { api, events, operator, type Row, type Rows, schema } from './row.ts'

export const schemaRows: Rows = {
  dialect: [
    [
      'a mistyped keyword',
      schema('agent')('additionalProperties: false', 'aditionalProperties: false'),
      'aditionalProperties: false… #/aditionalProperties dialect/unknown-keyword: aditionalProperties is not a keyword of JSON Schema… Did you mean additionalProperties?',
    ],
    [
      'a keyword that nothing resembles',
      schema('agent')('type: object', 'type: object\ncolourOfTheInk: blue'),
      'colourOfTheInk: blue… #/colourOfTheInk dialect/unknown-keyword: colourOfTheInk is not a keyword… Delete it, or name an extension',
    ],
    ...[
      ['$defs: { a: { type: string } }', 'Move it to a file of its own in schemas/'],
      ['dependentRequired: { uuid: [companyName] }', 'Use if, then and else with required.'],
      ['nullable: true', 'Leave the field out instead of sending null'],
    ].map(([line = '', fix]): Row => {
      const keyword = line.split(':')[0]
      return [
        `${keyword}, which the two drafts do not share`,
        schema('agent')('type: object', `type: object\n${line}`),
        `${line}… #/${keyword} dialect/not-shared: ${keyword} is not a keyword that OpenAPI 3.1 and AsyncAPI 3.0 read alike. ${fix}`,
      ]
    }),
    [
      'a keyword beside $ref',
      schema('country-list')(
        '$ref: ./country.yaml',
        '$ref: ./country.yaml\n      description: One of them.',
      ),
      '$ref: ./country.yaml… #/properties/result/items/$ref dialect/ref-siblings: draft-07 ignores the keywords beside $ref: description.… Write allOf: [{ $ref: ./country.yaml }]',
    ],
    [
      'a type that may be null',
      schema('agent')('type: string', 'type: [string, "null"]'),
      'type: [string, "null"]… #/properties/companyName/type dialect/type-list: type must be one word here, not a list.… Leave the field out instead of sending null',
    ],
    [
      'a list of types',
      schema('agent')('type: string', 'type: [string, integer]'),
      'type: [string, integer]… #/properties/companyName/type dialect/type-list: type must be one word here, not a list.… Write anyOf with one type in each branch.',
    ],
    [
      'properties of a schema that is not an object',
      schema('agent')('type: object', 'type: string'),
      'properties:… #/properties dialect/other-type: properties is a keyword for type object, but the type here is string.… Write type: object, or delete properties.',
    ],
    [
      'items of a schema that is not a list',
      schema('country-list')('type: array', 'type: integer'),
      'items:… #/properties/result/items dialect/other-type: items is a keyword for type array, but the type here is integer.… Write type: array, or delete items.',
    ],
    [
      'a value of the wrong kind',
      schema('agent')('required: [uuid, companyName]', 'required: uuid'),
      'required: uuid… #/required dialect/wrong-value: This value is wrong for its keyword: it must be array.… See the keyword in JSON Schema 2020-12',
    ],
    [
      'an unknown format',
      schema('applicant')('format: email', 'format: e-mail'),
      'format: e-mail… #/properties/email/format dialect/unknown-format: e-mail is a format that nothing checks.… Write email, or a pattern instead.',
    ],
    [
      'a pattern that is not a valid regular expression',
      schema('agent')('type: string', 'type: string\n    pattern: "^[a-z$"'),
      'pattern: "^[a-z$"… #/properties/companyName/pattern dialect/pattern: This pattern is not a valid regular expression: Unterminated character class.… Write it as JavaScript reads it',
    ],
    [
      'a title that is not the name of the file',
      schema('agent')('title: Agent', 'title: Partner'),
      'title: Partner… #/title dialect/title: The title of schemas/agent.yaml must be the name of its type, Agent.… Write title: Agent.',
    ],
    [
      'a property without a description',
      schema('agent')('  companyName:\n    description: …\n', '  companyName:\n'),
      'companyName:… #/properties/companyName dialect/description: companyName has no description.… Add description:',
    ],
    [
      'a keyword of one draft in a schema inside a document',
      events('const: application/json', 'const: application/json\n            deprecated: true'),
      'deprecated: true… #/components/messages/submissionUpdated/headers/properties/Content-Type/deprecated dialect/not-shared: deprecated is not a keyword… Say it in description.',
    ],
    [
      'the schema of a body written in the document',
      api('schema: { $ref: ./schemas/country-list.yaml }', 'schema: { type: object }'),
      'schema: { type: object }… #/paths/~1api~1v1~1platform~1countries/get/responses/200/content/application~1json/schema dialect/inline-schema: This schema is inline… Move it to schemas/<name>.yaml and write schema: {',
    ],
    [
      'the schema of a payload written in the document',
      events('$ref: ./schemas/submission-updated.yaml', 'type: object'),
      'payload:… #/components/messages/submissionUpdated/payload dialect/inline-schema: This schema is inline… Move it to schemas/<name>.yaml and write payload: {',
    ],
    [
      'a body whose schema has no name',
      operator('schema: { $ref: "#/components/schemas/PartnerList" }', 'schema: { type: object }'),
      'schema: { type: object }… #/paths/~1operator~1v1~1partners/get/responses/200/content/application~1json/schema dialect/inline-schema: The schema of this body is inline, so its type has no name.… Move it to components.schemas',
    ],
    [
      'a schema without a description',
      operator('    Partner:\n      description: A partner.\n', '    Partner:\n'),
      'Partner:… #/components/schemas/Partner dialect/description: Partner has no description.… Add description:',
    ],
  ],
  extensions: [
    [
      'a mistyped extension',
      schema('agent')('x-source: 2.3.agent.uuid', 'x-sources: 2.3.agent.uuid'),
      'x-sources:… #/properties/uuid/x-sources extensions/unknown: x-sources is an unknown extension.… Did you mean x-source?',
    ],
    [
      'a statement without quotes, which YAML reads as a number',
      api('x-source: "5.2"', 'x-source: 5.2'),
      'x-source: 5.2… #/components/securitySchemes/bearerAuth/x-source extensions/wrong-value: x-source has an invalid value.… Write the id of a statement in quotes',
    ],
    [
      'x-sender-only that is not true',
      schema('submission')('x-sender-only: true', 'x-sender-only: yes'),
      'x-sender-only: yes… #/else/x-sender-only extensions/wrong-value: x-sender-only has an invalid value… Write true, on a schema that readers drop.',
    ],
    [
      'a name where there is no server',
      schema('agent')('type: object', 'type: object\nx-name: agent'),
      'x-name: agent… #/x-name extensions/misplaced: x-name has no meaning at this place.… Move it: it is a word of lower-case letters, on a server.',
    ],
    [
      'a constant without a value',
      api('    value: 100\n', ''),
      'x-constants:… #/x-constants extensions/wrong-value: x-constants has an invalid value… Write entries of description, value and x-decision',
    ],
  ],
  bounds: [
    ['minLength: 5', 'maxLength: 2'],
    ['minimum: 1.5', 'maximum: 1'],
    ['minimum: 1', 'exclusiveMaximum: 1'],
    ['exclusiveMinimum: 2', 'exclusiveMaximum: 1'],
  ].map(([low = '', high = '']): Row => {
    const [lowName, highName] = [low.split(':')[0], high.split(':')[0]]
    return [
      `${low} with ${high}`,
      schema('agent')('type: string', `type: string\n    ${low}\n    ${high}`),
      `${high}… #/properties/companyName/${highName} dialect/bounds: No value meets both: ${low.replace(':', ' is')}, and ${high.replace(':', ' is')}. Raise ${highName}, lower ${lowName}, or`,
    ]
  }),
}
