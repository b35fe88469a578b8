import { examples } from '@partner-platform/contract-kit'
import { messages, operations } from '@partner-platform/types'
import { expect, it } from 'vitest'
import {
  type Issue,
  messageParsers,
  type ParseResult,
  requestParsers,
  responseParsers,
} from '../src/index.ts'
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

/** The parsers of parameters or headers by name. */
function parsersByName(rows: Record<string, { required: boolean; schema: string | null }>) {
  const entries = Object.entries(rows).map(([name, { required, schema }]) => {
    const parsers = schema === null ? { sent: null, received: null } : parsersOf(schema)
    return [name, { required, ...parsers }]
  })
  return Object.fromEntries(entries)
}

const ids = Object.keys(operations) as (keyof typeof operations)[]

type Body = { schema: string; required: boolean } | null

it.each(ids)('4.1 has parsers for the parameters and the body of %s, if it takes one', (id) => {
  const { parameters } = operations[id]
  // The generated type knows which operations take one.
  const requestBody = operations[id].requestBody as Body
  const body = requestBody && { ...parsersOf(requestBody.schema), required: requestBody.required }
  const wanted = Object.entries(parameters).map(([place, rows]) => [place, parsersByName(rows)])
  expect(requestParsers[id]).toEqual({ body, parameters: Object.fromEntries(wanted) })
})

it.each(ids)('2.2 has parsers for the bodies and headers of the responses of %s', (id) => {
  const wanted = Object.entries(operations[id].responses).map(([status, { body, headers }]) => [
    status,
    { body: body && parsersOf(body.schema), headers: parsersByName(headers) },
  ])
  expect(responseParsers[id]).toEqual(Object.fromEntries(wanted))
})

it('6.2 has parsers for the payload and the headers of each message', () => {
  const wanted = Object.entries(messages).map(([id, { payload, headers }]) => [
    id,
    { payload: parsersOf(payload), headers: parsersByName(headers) },
  ])
  expect(messageParsers).toEqual(Object.fromEntries(wanted))
})
