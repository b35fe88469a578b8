import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type BrokenRow, type Edit, expectProblem, makeEdits } from './broken-copy.ts'
import { redoclyFixes, structFix, unusedFix } from './lint/redocly-fixes.ts'

const file = 'redocly.yaml'
const inConfig = (from: string, to: string): Edit[] => [{ file, from, to }]
const inOpenApi = (from: string, to: string): Edit[] => [{ file: 'openapi.yaml', from, to }]
const lost = (what: string) => `has probably lost this ${what}: add it again`

const configRows: BrokenRow[] = [
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

const adviceRows: BrokenRow[] = [
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
      fix: 'Run it by hand in this folder to see more: npx redocly lint openapi.',
      at: 'openapi: 3.1.0',
    },
  },
]

describe('of redocly.yaml it is told', () => {
  const api = ({ edits }: BrokenRow) =>
    edits[0]?.from?.includes('asyncapi') ? 'asyncapi' : 'openapi'
  it.each(configRows)('that there is $name', (row) => expectProblem(row, api(row)))
})

describe('the lint of OpenAPI advises on', () => {
  it.each(adviceRows)('$name', (row) => expectProblem(row, 'openapi'))

  it.each([
    ['The field info must be present on this level.', undefined, 'Add it below the place'],
    ['Property x is not expected here.', undefined, 'Name it as the specification does'],
    ['Expected type boolean but got string.', 'Off', 'Write false; to YAML 1.2, Off is text.'],
    [
      'Expected type boolean but got string.',
      '"a"',
      'Write a value of type boolean in place of the',
    ],
    ['Expected type string but got array.', undefined, 'Write a value of type string in place of'],
  ])('%s (%s)', (message, written, fix) => {
    expect(structFix(message, written).slice(0, fix.length)).toBe(fix)
  })

  it.each([
    ['headers', `A response ${lost('header')} under its headers, or delete A.`],
    ['parameters', `An operation ${lost('parameter')} under its parameters, or delete A.`],
    [
      'examples',
      'What referred to it has probably been lost: add the reference again, or delete A.',
    ],
  ])('a component that nothing uses, among %s', (kind, fix) => {
    expect(unusedFix(['components', kind, 'A'])).toBe(fix)
  })
})

describe('redocly.yaml', () => {
  const config = parse(makeEdits([]).files.get(file)?.text ?? '')
  const layers: [string, Record<string, unknown>][] = [
    ['all', config],
    ...Object.entries(config.apis),
  ].map(([name, layer]) => [name, (layer as { rules?: Record<string, unknown> }).rules ?? {}])
  const rules = layers.flatMap(([, layer]) => Object.entries(layer))

  it('begins with the strictest set of the tool, and has these rules besides', () => {
    expect(config.extends).toEqual(['recommended-strict'])
    expect(layers.map(([name, layer]) => [name, Object.keys(layer)])).toEqual([
      [
        'all',
        ['tags-alphabetical', 'rule/semantic-version', 'rule/info-fields', 'rule/server-fields'],
      ],
      [
        'openapi',
        [
          ...['array-parameter-serialization', 'boolean-parameter-prefixes'],
          ...['component-name-unique', 'no-http-verbs-in-paths', 'operation-description'],
          ...['operation-singular-tag', 'operation-tag-defined', 'parameter-description'],
          ...['path-http-verbs-order', 'path-params-defined', 'paths-kebab-case'],
          ...['request-mime-type', 'response-mime-type', 'rule/operation-id'],
          ...['rule/response-fields', 'response-contains-header', 'response-contains-property'],
          ...['rule/header-fields', 'rule/security-scheme-description'],
        ],
      ],
      [
        'asyncapi',
        [
          ...['security-defined', 'no-channel-trailing-slash', 'rule/channel-fields'],
          ...['rule/send-operation-fields', 'rule/message-fields'],
        ],
      ],
      [
        'operator',
        [
          ...['array-parameter-serialization', 'boolean-parameter-prefixes'],
          ...['component-name-unique', 'no-http-verbs-in-paths', 'operation-description'],
          ...['operation-singular-tag', 'operation-tag-defined', 'parameter-description'],
          ...['path-http-verbs-order', 'path-params-defined', 'paths-kebab-case'],
          ...['request-mime-type', 'response-mime-type', 'no-invalid-media-type-examples'],
          ...['rule/operator-operation-id', 'response-contains-header'],
          ...['response-contains-property', 'rule/header-fields'],
          'rule/security-scheme-description',
        ],
      ],
      ['list-countries', ['rule/info-fields']],
    ])
  })

  it('switches one rule off, and one more where it does not fit a workflow', () => {
    expect(rules.filter(([, level]) => level === 'off')).toEqual([
      ['security-defined', 'off'],
      ['rule/info-fields', 'off'],
    ])
  })

  it.each(rules.filter(([, level]) => level !== 'off'))('has a fix for %s', (rule) => {
    expect(redoclyFixes[rule]).toBeTruthy()
  })

  it.each(rules)('makes %s an error or switches it off', (_, level) => {
    expect(['error', 'off']).toContain((level as { severity?: string }).severity ?? level)
  })
})
