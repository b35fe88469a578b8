import { api, type Row } from './row.ts'

const get = '#/paths/~1api~1v1~1platform~1countries/get'

export const accessRows: Row[] = [
  [
    '5.2 Bearer becomes Basic',
    api('scheme: bearer', 'scheme: basic'),
    'facts/contradiction',
    '#/components/securitySchemes/bearerAuth/scheme',
  ],
  [
    '5.2 the key goes into the query',
    api('in: header', 'in: query'),
    'facts/contradiction',
    '#/components/securitySchemes/apiKeyHeader/in',
  ],
  [
    '5.2 the key header has another name',
    api('name: x-api-key', 'name: api-key'),
    'facts/contradiction',
    '#/components/securitySchemes/apiKeyHeader/name',
  ],
  [
    '5.2 both keys are asked for',
    api('  - bearerAuth: []\n  - apiKeyHeader: []', '  - bearerAuth: []\n    apiKeyHeader: []'),
    'facts/contradiction',
    '#/security',
  ],
  [
    '5.2 one way to send a key is gone',
    api('  - bearerAuth: []\n  - apiKeyHeader: []', '  - bearerAuth: []'),
    'facts/contradiction',
    '#/security',
  ],
  [
    '4.1.authentication the key is optional',
    api('  - apiKeyHeader: []', '  - apiKeyHeader: []\n  - {}'),
    'facts/contradiction',
    '#/security',
  ],
  [
    '4.1.authentication the operation has security of its own',
    api('      tags: [Countries]', '      security: []\n      tags: [Countries]'),
    'facts/contradiction',
    `${get}/security`,
  ],
  [
    'a third security scheme',
    api(
      '    bearerAuth:\n',
      '    cookie: { type: apiKey, in: cookie, name: key, description: A key. }\n    bearerAuth:\n',
    ),
    'marks/missing',
    '#/components/securitySchemes/cookie',
  ],
]
