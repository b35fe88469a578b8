import type { BrokenRow, Edit } from '../broken-copy.ts'

export const file = 'redocly.yaml'
const inConfig = (from: string, to: string): Edit[] => [{ file, from, to }]
const inOpenApi = (from: string, to: string): Edit[] => [{ file: 'openapi.yaml', from, to }]
export const lost = (what: string) => `has probably lost this ${what}: add it again`

export const configRows: BrokenRow[] = [
  {
    name: 'a rule that there is not',
    edits: inConfig('tags-alphabetical: error', 'tags-alphabetica: error'),
    want: {
      ...{ file, pointer: '#/rules/tags-alphabetica', rule: 'redocly/config' },
      message: 'Property tags-alphabetica is not expected here.',
      ...{ fix: 'Did you mean tags-alphabetical?', at: 'tags-alphabetica:' },
    },
  },
  {
    name: 'a severity that there is not',
    edits: inConfig('severity: error', 'severity: errr'),
    want: {
      ...{ file, pointer: '#/rules/rule~1semantic-version/severity', rule: 'redocly/config' },
      message: 'severity can be one of the following only: "error", "warn", "off".',
      ...{ fix: 'Did you mean error?', at: 'severity: errr' },
    },
  },
  {
    name: 'an assertion that there is not',
    edits: inConfig('assertions: { defined: true, pattern:', 'assertions: { patern:'),
    want: {
      ...{ file, pointer: '#/rules/rule~1semantic-version/assertions/patern' },
      rule: 'redocly/config',
      message: 'Property patern is not expected here.',
      ...{ fix: 'Did you mean pattern?', at: 'patern:' },
    },
  },
  {
    name: 'rules that are a number',
    edits: inConfig(
      '    root: asyncapi.yaml\n    rules:',
      '    root: asyncapi.yaml\n    rules: 3\n    x-rules:',
    ),
    want: {
      ...{ file, pointer: '#/apis/asyncapi/rules', rule: 'redocly/config' },
      message: 'Expected type Rules (object) but got integer.',
      ...{ fix: 'Write a value of type Rules in place of the integer.', at: 'rules: 3' },
    },
  },
  ...['extends: [minimal]', 'extends: 3', 'extends: [recommend-strictly]', 'extend: []'].map(
    (line): BrokenRow => ({
      name: `other rules to begin with: ${line}`,
      edits: inConfig('extends: [recommended-strict]', line),
      want: {
        ...{ file, pointer: '#/extends', rule: 'redocly/settings' },
        message: 'The rules do not begin with those of recommended-strict.',
        fix: 'Write extends: [recommended-strict]',
        at: line,
      },
    }),
  ),
  {
    name: 'a document that is not among those that are linted',
    edits: inConfig('root: openapi.yaml', 'root: open.yaml'),
    want: {
      ...{ file, pointer: '#/apis/openapi/root', rule: 'redocly/settings' },
      message: 'openapi.yaml is not among the documents that are linted.',
      fix: 'Write apis: { openapi: { root: openapi.yaml } }',
      at: 'root: open.yaml',
    },
  },
]

export const adviceRows: BrokenRow[] = [
  {
    name: 'a number where text is wanted',
    edits: inOpenApi('version: 1.0.0', 'version: 1.0'),
    want: {
      ...{ file: 'openapi.yaml', pointer: '#/info/version', rule: 'redocly/struct' },
      message: 'Expected type string but got',
      ...{ fix: 'Put it in quotes: "1.0".', at: 'version: 1.0' },
    },
  },
  {
    name: 'yes where true is wanted',
    edits: inOpenApi('required: true', 'required: yes'),
    want: {
      ...{ file: 'openapi.yaml', pointer: '#/components/headers/RateLimitPolicy/required' },
      ...{ rule: 'redocly/struct', message: 'Expected type boolean but got string.' },
      ...{ fix: 'Write true; to YAML 1.2, yes is text.', at: 'required: yes' },
    },
  },
  {
    name: 'a response that an operation has lost',
    edits: inOpenApi('        "304": { $ref: "#/components/responses/NotModified" }\n', ''),
    want: {
      ...{ file: 'openapi.yaml', pointer: '#/components/responses/NotModified' },
      rule: 'redocly/no-unused-components',
      message: 'Component: "NotModified" is never used.',
      ...{ fix: `An operation ${lost('response')} under its responses`, at: 'NotModified:' },
    },
  },
  {
    name: 'a way to send the key that is lost',
    edits: inOpenApi('  - apiKeyHeader: []\n', ''),
    want: {
      ...{ file: 'openapi.yaml', pointer: '#/components/securitySchemes/apiKeyHeader' },
      rule: 'redocly/no-unused-components',
      message: 'Security scheme: "apiKeyHeader" is never used.',
      fix: 'A way to send the key has probably been lost: add it again under security',
      at: 'apiKeyHeader:',
    },
  },
  {
    name: 'a failure of Redocly itself',
    edits: [{ file: 'schemas/uuid.yaml', to: '$ref: ./uuid.yaml\n' }],
    want: {
      ...{ file: 'openapi.yaml', pointer: '#', rule: 'redocly/failed' },
      message: 'Redocly cannot read this document: Self-referencing circular pointer.',
      fix: 'To see more, run npx redocly lint openapi in this folder.',
      at: 'openapi: 3.1.0',
    },
  },
]
