import { expect, test } from 'vitest'
import { emitIndex } from '../../src/generate.ts'

const rows: [title: string, given: Record<string, string>, want: string][] = [
  [
    'types alone',
    { 'openapi.ts': '', 'types.ts': '' },
    "export type * from './openapi.ts'; export type * from './types.ts'",
  ],
  ['constants alone', { 'constants.ts': '' }, "export * from './constants.ts'"],
  [
    'validators and guards, but no declarations',
    { 'validators.js': '', 'validators.d.ts': '', 'parsers.ts': '', 'guards.ts': '' },
    "export * from './guards.ts'; export * from './parsers.ts'",
  ],
  [
    'a name that the documents and the run time share from the documents',
    {
      'runtime.ts': 'export interface Issue {}\nexport function createParser() {}',
      'types.ts': "export type Issue = components['schemas']['Issue']",
      'parsers.ts': 'export const createParser = 1',
    },
    "export type { Issue } from './types.ts'; export { createParser } from './parsers.ts'; export * from './parsers.ts'; export * from './runtime.ts'; export type * from './types.ts'",
  ],
  [
    'operations as value and as type where both are generated',
    { 'openapi.ts': '', 'constants.ts': '' },
    'export const operations = operationConstants; export type operations = operationTypes',
  ],
]

test.each(rows)('exports %s', (_, given, want) => {
  const files = Object.entries(given).map(([path, content]) => ({ path, content }))
  const lines = emitIndex(files).content.trimEnd().split('\n')
  expect(lines.slice(-want.split('; ').length).join('; ')).toBe(want)
})
