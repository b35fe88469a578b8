import type { Edit } from '../broken-copy.ts'
import { api, edit, events, schema } from './row.ts'

const vectors = (name: string) => edit(`vectors/${name}.json`)
const keys = '  - bearerAuth: []\n  - apiKeyHeader: []'
const required = 'required: [Content-Type, X-Platform-Event]'
const figure = 'vectors/other-constant'

/** Ways to let the contract depart from the source or a decision: one check finds this rule in this file. */
export const contradictions: [
  name: string,
  edit: Edit,
  /** @default facts/contradiction */
  rule?: string,
  /** @default the edited file */
  file?: string,
][] = [
  ['5.2 the key goes into the query', api('in: header', 'in: query')],
  ['5.2 both keys are asked for', api(keys, '  - bearerAuth: []\n    apiKeyHeader: []')],
  ['5.2 one way to send a key is gone', api(keys, '  - bearerAuth: []')],
  ['4.1.authentication the key is optional', api(keys, `${keys}\n  - {}`)],
  ['4.1.path another path', api('platform/countries:', 'platform/nations:')],
  ['9.1 another version in the path', api('/api/v1/platform/c', '/api/v2/platform/c')],
  ['4.1.method GET becomes POST', api('    get:\n', '    post:\n')],
  ['4.1.requestBody a body', api('      tags: [C', '      requestBody: {}\n      tags: [C')],
  [
    '4.1.queryParameters a parameter is declared',
    api('      parameters:\n', '      parameters:\n        - { name: page, in: query }\n'),
    'marks/missing',
  ],
  [
    '4.1.queryParameters a parameter of the query',
    api('      in: header\n      description: >-', '      in: query\n      description: >-'),
    'vectors/other-answer',
    'vectors/answers.json',
  ],
  [
    '4.1.errors another status',
    api(
      '        "401": {',
      '        "500": { $ref: "#/components/responses/Forbidden" }\n        "401": {',
    ),
  ],
  [
    '4.1.errors a status is gone',
    api('        "429": { $ref: "#/components/responses/TooManyRequests" }\n', ''),
  ],
  [
    '7.403 a status has the answer of another',
    api(
      '"403": { $ref: "#/components/responses/Forb',
      '"403": { $ref: "#/components/responses/TooManyRequests" } #',
    ),
  ],
  ['two servers of a name', api('x-name: staging', 'x-name: production'), 'extensions/same-name'],
  [
    'a fourth server without a mark',
    api('tags:\n', '  - url: https://test.example\n    description: Test\ntags:\n'),
    'marks/missing',
  ],
  [
    'D-015 429 loses Retry-After',
    api('        Retry-After: { $ref: "#/components/headers/RetryAfter" }\n', ''),
    'vectors/other-answer',
    'vectors/answers.json',
  ],
  [
    'D-016 an example of another status',
    api('valid/forbidden.json', 'valid/unauthorized.json'),
    'document-examples/other-status',
  ],
  [
    'D-016 an example of a code without a name',
    schema('error-code')('[unauthorized, forbidden', '[unauthorized'),
    'document-examples/unknown-code',
    'openapi.yaml',
  ],
  [
    'a third security scheme',
    api(
      '    bearerAuth:\n',
      '    cookie: { type: apiKey, in: cookie, name: key }\n    bearerAuth:\n',
    ),
    'marks/missing',
  ],
  ['4.2.headers X-Platform-Event is optional', events(required, 'required: [Content-Type]')],
  [
    '5.5 X-Platform-Signature is always there',
    events(required, required.replace(']', ', X-Platform-Signature]')),
  ],
  [
    '4.2.headers a header has another name',
    events('          X-Platform-Signature:\n', '          X-Signature:\n'),
  ],
  ['4.2.method POST becomes PUT', events('method: POST', 'method: PUT')],
  ['6.1.3 the message has another name', events('name: submission.updated', 'name: changed')],
  ['4.2.path an address', events('    title: Cal', '    address: /a\n    title: Cal')],
  ['6.2.Content-Type another type', events('const: application/json', 'const: text/plain')],
  ['D-025 no TLS', events('protocol: https', 'protocol: http'), 'redocly/rule/server-protocol'],
  [
    '1.4 an environment too many',
    events(
      'x-constants:\n',
      '  test: { host: t.example, protocol: https, x-decision: D-025 }\nx-constants:\n',
    ),
  ],
  ['3.statuses a typing error', schema('submission-status')('VISA_GRANTED,', 'VISA_GRANTD,')],
  [
    '6.3 a condition on an unknown member',
    schema('submission')('const: VISA_GRANTED', 'const: VISA_GRANTD'),
    'dialect/unknown-member',
  ],
  ['6.3 another condition', schema('submission')('const: VISA_G…', 'const: RETURNED')],
  [
    '2.3.agent.companyName has an extra bound',
    schema('agent')('type: string', 'type: string\n    maxLength: 80'),
    'examples/wrong-folder',
    'examples/agent/valid/company-name-long.json',
  ],
  [
    'D-022 a looser pattern',
    schema('country')('^[A-Z]{2}$', '^[A-Z]{2,3}$'),
    'examples/wrong-folder',
    'examples/country/tolerated/iso-code-alpha-3.json',
  ],
  ['6.4.2 omission binds readers', schema('submission')('  x-sender-only: true\n', '')],
  [
    '2.1.minimal a fifth field',
    schema('country')(
      'properties:\n',
      'properties:\n  region: { type: string, description: W. }\n',
    ),
  ],
  [
    'a property that no example shows',
    schema('error-response')(
      '      requestId:\n',
      '      hint: { type: string, description: W. }\n      requestId:\n',
    ),
    'examples/not-shown',
  ],
  [
    'a known code that no example shows',
    schema('error-code')('forbidden,', 'forbidden, gone,'),
    'examples/not-shown',
  ],
  [
    'a property that borrows the mark of a schema that others use',
    schema('country-list')('properties:\n', 'properties:\n  parent: { $ref: ./uuid.yaml }\n'),
  ],
  ['a schema without marks', schema('rate-limit')('x-decision: D-015\n', ''), 'marks/missing'],
  [
    'D-022 a schema that lost its decision and kept its statement',
    schema('country')('x-decision: D-022\n', ''),
    'cases/not-carried',
    'examples/country/cases.yaml',
  ],
  [
    'a default of another type',
    schema('agent')('type: string', 'type: string\n    default: 12'),
    'dialect/refused-value',
  ],
  ['D-015 another quota', api('value: 100', 'value: 90'), figure, 'vectors/rate-limits.json'],
  ['D-015 another quota in vectors', vectors('rate-limits')('"quota": 100', '"quota": 90'), figure],
  ['D-015 another quota in a header', api('"default";q=100;w=60', '"default";q=90;w=60'), figure],
  ['D-009 other answer', events('tooLarge: 413', 'tooLarge: 400'), figure, 'vectors/figures.json'],
  ['D-012 another delay', vectors('retry-schedule')('"delayMs": 5000', '"delayMs": 6000'), figure],
  ['D-012 other steps', vectors('retry-schedule')('1800,', '1900,'), figure],
  ['D-020 another form of key', vectors('auth')('ppk_dev_gZME1ctjrzcXh0', 'ppk_stg_gZME'), figure],
  ['D-003 a secret of another form', vectors('signatures')('whsec_SXQncyBh', 'secret_SXQ'), figure],
  [
    'a constant that no vector shows',
    events(
      'x-constants:\n',
      'x-constants:\n  pauseMs: { description: A., value: 1, x-decision: D-012 }\n',
    ),
    'vectors/no-figure',
  ],
]
