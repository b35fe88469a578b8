import { expect, test } from 'vitest'
import { emitIndex } from '../../src/output/emit-index.ts'

function indexOf(files: Record<string, string>): string[] {
  const list = Object.entries(files).map(([path, content]) => ({ path, content }))
  return emitIndex(list).content.trimEnd().split('\n')
}

const rows: Record<string, { given: Record<string, string>; want: string[] }> = {
  'types alone': {
    given: { 'openapi.ts': '', 'types.ts': '' },
    want: ["export type * from './openapi.ts'", "export type * from './types.ts'"],
  },
  'constants alone': { given: { 'constants.ts': '' }, want: ["export * from './constants.ts'"] },
  'validators and guards, but no declarations': {
    given: { 'validators.js': '', 'validators.d.ts': '', 'parsers.ts': '', 'guards.ts': '' },
    want: ["export * from './guards.ts'", "export * from './parsers.ts'"],
  },
  'a name that the documents and the run time share is that of the documents': {
    given: {
      'runtime.ts': 'export interface Issue {}\nexport function createParser() {}',
      'types.ts': "export type Issue = components['schemas']['Issue']",
      'parsers.ts': 'export const createParser = 1',
    },
    want: [
      "export type { Issue } from './types.ts'",
      "export { createParser } from './parsers.ts'",
      "export * from './parsers.ts'",
      "export * from './runtime.ts'",
      "export type * from './types.ts'",
    ],
  },
}

test.each(Object.entries(rows))('exports %s', (_, { given, want }) => {
  expect(indexOf(given)).toEqual(want)
})

test('exports operations as value and as type where both are generated', () => {
  expect(indexOf({ 'openapi.ts': '', 'constants.ts': '' }).slice(-2)).toEqual([
    'export const operations = operationConstants',
    'export type operations = operationTypes',
  ])
})
