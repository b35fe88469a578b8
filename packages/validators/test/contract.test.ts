import { examples } from '@partner-platform/fixtures/tables'
import { expect, it } from 'vitest'
import type { Issue, ParseResult } from '../src/index.ts'
import { parsersOf } from './parsers-of.ts'

const of = (folder: string) => examples().filter((example) => example.folder === folder)

it.each(of('valid'))('$rule $file: $says', ({ schema, value }) => {
  const { sent, received } = parsersOf(schema)
  expect(sent(value)).toEqual({ ok: true, value, departures: [] })
  expect(received(value)).toEqual({ ok: true, value, departures: [] })
})

it.each(of('tolerated'))('$rule $file: $says', ({ schema, value, path, keyword }) => {
  const { sent, received } = parsersOf(schema)
  const refused = sent(value)
  expect(firstIssue(refused)).toEqual({ path, keyword })
  const issues = refused.ok ? [] : refused.issues
  expect(received(value)).toEqual({
    ok: true,
    value: expect.anything(),
    departures: issues.map((issue) => ({ ...issue, note: 'tolerated' })),
  })
})

it.each(of('invalid'))('$rule $file: $says', ({ schema, value, path, keyword }) => {
  const { sent, received } = parsersOf(schema)
  expect(sent(value)).toMatchObject({ ok: false })
  expect(firstIssue(received(value))).toEqual({ path, keyword })
})

function firstIssue(result: ParseResult<unknown>): Pick<Issue, 'path' | 'keyword'> | undefined {
  if (result.ok) return undefined
  const [issue] = result.issues
  return issue && { path: issue.path, keyword: issue.keyword }
}
