import { examples, specsFolder } from '@partner-platform/contract-kit'
import { expect, test } from 'vitest'
import { generate } from '../src/generate.ts'
import { checkTypes } from './check-types.ts'

const documents = { openapi: ['openapi.yaml'], asyncapi: ['asyncapi.yaml'], cwd: specsFolder }

test('our own contract gives files that compile, with nothing carried in part, and every example that the writer may send is of the type of its schema', async () => {
  const notices: string[] = []
  const files = await generate({ ...documents, onNotice: (notice) => notices.push(notice) })
  const use = `import { isVisaGranted, messages, operations, parseCountryList, parseSubmissionUpdatedReceived, parseSubmissionUpdatedSent } from './index.ts'
import type { Country, CountryList, SubmissionStatus, SubmissionUpdated, components, operations as operationTypes, paths } from './index.ts'
export const list: CountryList['result'] = [] satisfies Country[]
export const path: keyof paths = operations.listCountries.path
export const id: keyof operationTypes = operations.listCountries.id
export const name: SubmissionUpdated['event'] = messages.submissionUpdated.name
export const status: SubmissionStatus = 'SOME_LATER_STATUS'
export const known: components['schemas']['SubmissionStatus'] = 'RETURNED'
export const parsed = [parseCountryList({}), parseSubmissionUpdatedReceived({}), parseSubmissionUpdatedSent({})]
export function expiry(event: SubmissionUpdated): string | undefined {
  if (isVisaGranted(event.submission)) {
    const expiresAt: string = event.submission.visaExpiryDate
    return expiresAt
  }
  // @ts-expect-error without the guard the field may be missing
  const missing: string = event.submission.visaExpiryDate
  return missing
}
`
  const valid = examples().filter(({ folder }) => folder === 'valid')
  expect(valid.length).toBeGreaterThan(100)
  const lines = valid.map(({ schema, text }, index) => {
    return `export const example${index}: types.${schema} = ${text.trim().replace(/\s*\n\s*/g, ' ')}`
  })
  const written = ["import type * as types from './types.ts'", ...lines].join('\n')
  const errors = await checkTypes([
    ...files.filter(({ path }) => path.endsWith('.ts')),
    ...[use, written].map((content, index) => ({ path: `use${index}.ts`, content })),
  ])
  const named = (error: string) => {
    const [, line] = /^use1\.ts\((\d+),/.exec(error) ?? []
    return `${valid[Number(line) - 2]?.file ?? 'the files'}: ${error}`
  }
  expect(errors.map(named)).toEqual([])
  expect(notices).toEqual([])
})
