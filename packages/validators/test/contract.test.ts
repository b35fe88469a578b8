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

it('4.1 has parsers for the parameters of each request, and none for a body', () => {
  for (const [id, { parameters, requestBody }] of Object.entries(operations)) {
    const parsers = (requestParsers as Record<string, { body: unknown; parameters: object }>)[id]
    expect(requestBody).toBeNull()
    expect(parsers?.body, id).toBeNull()
    const wanted = Object.entries(parameters).map(([place, named]) => {
      const rows = Object.entries<{ required: boolean; schema: string }>(named)
      return [
        place,
        Object.fromEntries(
          rows.map(([name, { required, schema }]) => [name, { required, ...parsersOf(schema) }]),
        ),
      ]
    })
    expect(parsers?.parameters, id).toEqual(Object.fromEntries(wanted))
  }
})

it('2.2 has parsers for the body and the headers of each response', () => {
  for (const [id, { responses }] of Object.entries(operations)) {
    for (const [status, { body, headers }] of Object.entries(responses)) {
      const parsers = (
        responseParsers as Record<string, Record<string, { body: unknown; headers: object }>>
      )[id]?.[status]
      expect(parsers?.body, `${id} ${status}`).toEqual(body && parsersOf(body.schema))
      expect(Object.keys(parsers?.headers ?? {})).toEqual(Object.keys(headers))
    }
  }
})

it('6.2 has parsers for the payload and the headers of each message', () => {
  for (const [id, { payload, headers }] of Object.entries(messages)) {
    const parsers = (messageParsers as Record<string, { payload: unknown; headers: object }>)[id]
    expect(parsers?.payload, id).toEqual(parsersOf(payload))
    expect(Object.keys(parsers?.headers ?? {})).toEqual(Object.keys(headers))
  }
})
