import { api, type Row } from './row.ts'

const paths = '#/paths/~1api~1v1~1platform~1countries'
const get = `${paths}/get`

export const operationRows: Row[] = [
  [
    '1.1 partners are others than travel agents',
    api('travel agents, called partners,', 'insurers, called partners,'),
    'facts/contradiction',
    '#/info/description',
  ],
  [
    '1.5 submissions are said to be part of it',
    api('submissions is not part', 'submissions is part'),
    'facts/contradiction',
    '#/info/description',
  ],
  [
    '4.1.path another path',
    api('/api/v1/platform/countries:', '/api/v1/platform/nations:'),
    'facts/contradiction',
    '#/paths/~1api~1v1~1platform~1nations',
  ],
  [
    '9.1 another version in the path',
    api('/api/v1/platform/countries:', '/api/v2/platform/countries:'),
    'facts/contradiction',
    '#/paths/~1api~1v2~1platform~1countries',
  ],
  [
    '4.1.method GET becomes POST',
    api('    get:\n', '    post:\n'),
    'facts/contradiction',
    `${paths}/post`,
  ],
  [
    '4.1.requestBody a body is taken',
    api('      tags: [Countries]', '      requestBody: {}\n      tags: [Countries]'),
    'facts/contradiction',
    `${get}/requestBody`,
  ],
  [
    '4.1.queryParameters a parameter is declared',
    api('      parameters:\n', '      parameters:\n        - { name: page, in: query }\n'),
    'facts/contradiction',
    `${get}/parameters`,
  ],
  [
    '4.1.queryParameters the parameter is one of the query',
    api('      in: header\n      description: >-', '      in: query\n      description: >-'),
    'facts/contradiction',
    '#/components/parameters/IfNoneMatch/in',
  ],
  [
    'D-022 the caller must ask with a tag',
    api(
      '      required: false\n      schema: { $ref: ./schemas/if-none-match.yaml }',
      '      required: true\n      schema: { $ref: ./schemas/if-none-match.yaml }',
    ),
    'facts/contradiction',
    '#/components/parameters/IfNoneMatch/required',
  ],
  [
    'D-022 304 has a body',
    api(
      '      x-decision: D-022\n      headers:\n',
      '      x-decision: D-022\n      content: {}\n      headers:\n',
    ),
    'facts/contradiction',
    '#/components/responses/NotModified/content',
  ],
  [
    'D-022 304 is for everybody',
    api('304 for a caller that asks', '304 for everybody, and not a caller that asks'),
    'facts/contradiction',
    '#/info/description',
  ],
  [
    '4.1.errors a status is declared that the source does not list',
    api(
      '        "401": {',
      '        "500": { $ref: "#/components/responses/Forbidden" }\n        "401": {',
    ),
    'facts/contradiction',
    `${get}/responses/500`,
  ],
  [
    '4.1.errors a status is gone',
    api('        "429": { $ref: "#/components/responses/TooManyRequests" }\n', ''),
    'facts/contradiction',
    `${get}/responses`,
  ],
  [
    '7.403 a status has the answer of another',
    api(
      '"403": { $ref: "#/components/responses/Forbidden" }',
      '"403": { $ref: "#/components/responses/Unauthorized" }',
    ),
    'facts/contradiction',
    `${get}/responses/403/$ref`,
  ],
  [
    '4.1.success another body',
    api('./schemas/country-list.yaml', './schemas/error-response.yaml'),
    'facts/contradiction',
    `${get}/responses/200/content/application~1json/schema/$ref`,
  ],
  [
    '1.4 an environment is gone',
    api(
      '  - url: https://api.staging.partner-platform.example\n    description: Staging\n    x-name: staging\n    x-source: "1.4"\n    x-decision: D-027\n',
      '',
    ),
    'sources/not-carried',
    '#/servers/2',
  ],
  [
    'D-027 another base URL',
    api('https://api.partner-platform.example', 'https://api.partner-platform.com'),
    'facts/contradiction',
    '#/servers/2/url',
  ],
  [
    'two servers have one name',
    api('x-name: staging', 'x-name: production'),
    'extensions/same-name',
    '#/servers/2/x-name',
  ],
  [
    'a fourth server without a mark',
    api('tags:\n', '  - url: https://test.example\n    description: Test\ntags:\n'),
    'marks/missing',
    '#/servers/3',
  ],
  [
    '4.1.rule1 the rate-limit header is optional',
    api(
      '    RateLimit:\n      description: …\n      required: true',
      '    RateLimit:\n      description: What is left.\n      required: false',
    ),
    'facts/contradiction',
    '#/components/headers/RateLimit/required',
  ],
  [
    'D-015 429 loses Retry-After',
    api('        Retry-After: { $ref: "#/components/headers/RetryAfter" }\n', ''),
    'facts/contradiction',
    '#/components/responses/TooManyRequests/headers/Retry-After',
  ],
  [
    'D-018 403 tells when to try again',
    api(
      '      x-decision: [D-016, D-018, D-021]\n      headers:\n',
      '      x-decision: [D-016, D-018, D-021]\n      headers:\n        Retry-After: { $ref: "#/components/headers/RetryAfter" }\n',
    ),
    'facts/contradiction',
    '#/components/responses/Forbidden/headers/Retry-After',
  ],
  [
    'a header without a mark',
    api(
      '    RateLimit:\n',
      '    Server: { description: What., schema: { $ref: ./schemas/retry-after.yaml }, example: "1" }\n    RateLimit:\n',
    ),
    'marks/missing',
    '#/components/headers/Server',
  ],
  [
    'D-016 an example of another status',
    api('valid/forbidden.json', 'valid/unauthorized.json'),
    'document-examples/other-status',
    '#/components/responses/Forbidden/content/application~1json/examples/forbidden/externalValue',
  ],
  [
    '7.other the prose no longer says it',
    api('Any other status is unexpected', 'Any other status is fine'),
    'facts/contradiction',
    '#/info/description',
  ],
]
