import type { Edit } from '../broken-copy.ts'
import { api, events, type Row } from './row.ts'

const vectors = (name: string, from: string, to: string): Edit => ({
  file: `vectors/${name}.json`,
  from,
  to,
})

export const constantRows: Row[] = [
  [
    'D-015 the quota is 90 in the document',
    api('value: 100', 'value: 90'),
    'constants/contradiction',
    '#/x-constants/rateLimitQuota/value',
  ],
  [
    'D-015 the quota is 90 in the document: the vectors',
    api('value: 100', 'value: 90'),
    'vectors/other-constant',
    '#/rows/18/given/quota',
    'vectors/rate-limits.json',
  ],
  [
    'D-015 the quota is 90 in the decision',
    {
      file: 'decisions/D-015-rate-limit.md',
      from: 'rateLimitQuota: 100',
      to: 'rateLimitQuota: 90',
    },
    'constants/contradiction',
    '#/x-constants/rateLimitQuota/value',
    'openapi.yaml',
  ],
  [
    'D-015 the quota is 90 in the vectors',
    vectors('rate-limits', '"quota": 100', '"quota": 90'),
    'vectors/other-constant',
    '#/rows/18/given/quota',
  ],
  [
    'D-015 the quota is 90 in the example of the header',
    api('"default";q=100;w=60', '"default";q=90;w=60'),
    'facts/contradiction',
    '#/components/headers/RateLimitPolicy/example',
  ],
  [
    'D-009 another answer to what is too large',
    events('tooLarge: 413', 'tooLarge: 400'),
    'constants/contradiction',
    '#/x-constants/receiverAnswers/value',
  ],
  [
    'D-012 another step in the document',
    events('[0, 5, 300,', '[0, 5, 600,'),
    'constants/contradiction',
    '#/x-constants/retryDelaysSeconds/value',
  ],
  [
    'D-012 another delay in the vectors',
    vectors('retry-schedule', '"delayMs": 5000', '"delayMs": 6000'),
    'vectors/other-constant',
    '#/rows/1/want',
  ],
  [
    'D-012 other steps in the fixtures of the vectors',
    vectors('retry-schedule', '1800,', '1900,'),
    'vectors/other-constant',
    '#/fixtures/stepsSeconds',
  ],
  [
    'D-020 a key of another form in the vectors',
    vectors('auth', 'ppk_dev_gZME1ctjrzcXh0JlT8XeqbSJzvcbjq101HIy', 'ppk_stg_gZME1ctjrz'),
    'vectors/other-constant',
    '#/fixtures/keys/development.active/key',
  ],
  [
    'D-003 a secret of another form in the vectors',
    vectors('signatures', 'whsec_SXQncyBh', 'secret_SXQncyBh'),
    'vectors/other-constant',
    '#/fixtures/secrets/published',
  ],
  [
    'a constant that no decision fixes',
    events(
      'x-constants:\n',
      'x-constants:\n  pauseMs: { description: A pause., value: 1, x-decision: D-012 }\n',
    ),
    'constants/not-decided',
    '#/x-constants/pauseMs/value',
  ],
  [
    'a constant that is gone while its decision stands',
    {
      file: 'decisions/D-011-delivery-timeouts.md',
      from: 'values:\n',
      to: 'values:\n  idleTimeoutMs: 1\n',
    },
    'constants/not-stated',
    '#/values/idleTimeoutMs',
  ],
]
