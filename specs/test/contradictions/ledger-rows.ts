import type { Row } from './row.ts'

export const ledgerRows: Row[] = [
  [
    'an entry of holds that compares nothing',
    { file: 'statements.yaml', from: 'has: travel agents', to: 'hass: travel agents' },
    'facts/shape',
    '#/0/holds/0',
  ],
  [
    'an entry of holds on a file that is not there',
    {
      file: 'statements.yaml',
      from: 'node: schemas/country.yaml#/required',
      to: 'node: schemas/land.yaml#/required',
    },
    'facts/no-node',
    '#/5/holds/0',
  ],
  [
    'holds that is no list',
    { file: 'decisions/D-021-origin-check.md', from: 'holds:\n  - ', to: 'holds: ' },
    'facts/shape',
    '#/holds',
  ],
  [
    'values that are a list',
    { file: 'decisions/D-006-order-of-checks.md', from: 'jsonDepthLimit: 32', to: '- 32' },
    'constants/shape',
    '#/values',
  ],
  [
    'a statement without at',
    { file: 'statements.yaml', from: '  at: [asyncapi.yaml#/info, openapi.yaml#/info]\n', to: '' },
    'sources/shape',
    '#/0/at',
  ],
  [
    'at names a file that is not there',
    {
      file: 'statements.yaml',
      from: 'at: [schemas/country.yaml#/',
      to: 'at: [schemas/land.yaml#/',
    },
    'sources/not-carried',
    '#/5/at/0',
  ],
]
