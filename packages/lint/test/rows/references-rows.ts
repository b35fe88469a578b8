import type { BrokenRow, Edit } from '../broken-copy.ts'

const visa = 'schemas/visa.yaml'
const pointer = '#/properties/uuid/allOf/0/$ref'
const uuidIs = (to: string): Edit[] => [
  { file: visa, from: '$ref: ./uuid.yaml', to: `$ref: ${to}` },
]
const cyclic = (way: string) => `This $ref leads back to itself: ${way}.`
const takeAway = 'Take one of them away; a schema may refer to itself below properties'

export const referenceRows: BrokenRow[] = [
  {
    name: 'a schema that is all of itself',
    edits: [{ file: visa, from: 'type: object', to: 'allOf:\n  - $ref: ./visa.yaml' }],
    want: {
      ...{ file: visa, pointer: '#/allOf/0/$ref', rule: 'documents/cyclic-ref' },
      message: cyclic('schemas/visa.yaml → schemas/visa.yaml'),
      ...{ fix: takeAway, at: '- $ref: ./visa.yaml' },
    },
  },
  {
    name: 'a schema that is itself and nothing else',
    edits: [{ file: 'schemas/uuid.yaml', to: '$ref: ./uuid.yaml\n' }],
    want: {
      ...{ file: 'schemas/uuid.yaml', pointer: '#/$ref', rule: 'documents/cyclic-ref' },
      message: cyclic('schemas/uuid.yaml → schemas/uuid.yaml'),
      ...{ fix: takeAway, at: '$ref: ./uuid.yaml' },
    },
  },
  {
    name: 'two schemas that are each other',
    edits: [
      { file: 'schemas/uuid.yaml', to: '$ref: ./timestamp.yaml\n' },
      { file: 'schemas/timestamp.yaml', to: 'if:\n  not:\n    oneOf: [{ $ref: ./uuid.yaml }]\n' },
    ],
    want: {
      ...{ file: 'schemas/timestamp.yaml', pointer: '#/if/not/oneOf/0/$ref' },
      rule: 'documents/cyclic-ref',
      message: cyclic('schemas/timestamp.yaml → schemas/uuid.yaml → schemas/timestamp.yaml'),
      ...{ fix: takeAway, at: '$ref: ./uuid.yaml' },
    },
  },
  {
    name: 'components that are each other',
    edits: [
      {
        file: 'openapi.yaml',
        from: '\n  responses:\n',
        to: '\n  responses:\n    A: { $ref: "#/components/responses/B" }\n    B: { $ref: "#/components/responses/A" }\n',
      },
    ],
    want: {
      ...{ file: 'openapi.yaml', pointer: '#/components/responses/A/$ref' },
      rule: 'documents/cyclic-ref',
      message: cyclic(
        'openapi.yaml#/components/responses/A → openapi.yaml#/components/responses/B → openapi.yaml#/components/responses/A',
      ),
      ...{ fix: takeAway, at: 'A: { $ref' },
    },
  },
  {
    name: 'a part of a schema that is all of that part',
    edits: [{ file: visa, from: 'type: object', to: 'allOf:\n  - anyOf: [{ $ref: "#/allOf/0" }]' }],
    want: {
      ...{ file: visa, pointer: '#/allOf/0/anyOf/0/$ref', rule: 'documents/cyclic-ref' },
      message: cyclic('schemas/visa.yaml#/allOf/0 → schemas/visa.yaml#/allOf/0'),
      ...{ fix: takeAway, at: '#/allOf/0' },
    },
  },
  ...['../../etc/passwd', '../../../etc/passwd', '/etc/passwd'].map((path) => ({
    name: `${path}, which is outside the folder`,
    edits: uuidIs(path),
    want: {
      ...{ file: visa, pointer, rule: 'documents/outside-ref', at: path },
      message: `${path} is outside this folder`,
      fix: 'Copy what is meant into schemas/',
    },
  })),
  {
    name: 'a pointer to what is not there in a schema without parts',
    edits: uuidIs('./uuid.yaml#/typo'),
    want: {
      ...{ file: visa, pointer, rule: 'documents/dangling-ref', at: '#/typo' },
      message: './uuid.yaml#/typo names a place that is not there.',
      fix: 'Write ./uuid.yaml, which is the whole schema.',
    },
  },
  {
    name: 'a pointer to a keyword',
    edits: uuidIs('./uuid.yaml#/type'),
    want: {
      ...{ file: visa, pointer, rule: 'documents/dangling-ref', at: '#/type' },
      message: './uuid.yaml#/type names what is no object.',
      fix: 'Write ./uuid.yaml, which is the whole schema.',
    },
  },
  {
    name: 'a pointer to a part that is mistyped',
    edits: uuidIs('./agent.yaml#/properties/uid'),
    want: {
      ...{ file: visa, pointer, rule: 'documents/dangling-ref', at: '/uid' },
      message: './agent.yaml#/properties/uid names a place that is not there.',
      fix: 'Write ./agent.yaml#/properties/uuid.',
    },
  },
  {
    name: 'a schema that only itself refers to',
    edits: [
      {
        file: 'schemas/tree.yaml',
        to: 'title: Tree\nproperties:\n  branch: { $ref: ./tree.yaml }\n',
      },
    ],
    want: {
      ...{ file: 'schemas/tree.yaml', pointer: '#', rule: 'documents/unused-schema' },
      message: 'No document refers to this schema.',
      ...{ fix: 'Refer to it with $ref: ./schemas/tree.yaml', at: 'title: Tree' },
    },
  },
]
