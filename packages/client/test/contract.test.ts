import { examples, rateLimitVectors } from '@partner-platform/fixtures/tables'
import { type Parser, responseParsers } from '@partner-platform/validators'
import { describe, expect, it } from 'vitest'
import { parseRateLimit, type Result } from '../src/index.ts'
import { all, callOf } from './calls.ts'
import { clientOf } from './exchange.ts'

type Parsers = Record<string, Record<string, { body: { received: Parser<unknown> } | null }>>
const parsers: Parsers = responseParsers

/** Every documented answer of every operation that has a body, with every example of its schema. */
const answers = all.flatMap((operation) =>
  Object.entries(operation.responses).flatMap(([status, { body }]) =>
    (body === null ? [] : examples(body.schema)).map((example) => ({
      id: operation.id,
      operation,
      status: Number(status),
      schema: example.schema,
      example,
      where: `${example.folder}/${example.name}`,
    })),
  ),
)

describe.each(answers)('$id answered with $status and $schema $where', (answer) => {
  const { id, operation, status, example } = answer

  it(`${example.rule} ${example.says}`, async () => {
    const { client, requests } = clientOf({ status, body: new Blob([example.bytes]) })
    const { url, input } = callOf(operation)
    const call = client[id] as (given: object) => Promise<Result<typeof id>>
    const result = await call(input)
    expect(requests).toMatchObject([{ method: operation.method, url }])
    if (example.folder === 'valid' || example.folder === 'tolerated') {
      expect(result.status).toBe(status)
      const body = 'data' in result ? result.data : 'error' in result ? result.error : undefined
      const read = parsers[id]?.[status]?.body?.received(example.value)
      const value = read?.ok ? (read.value as { error?: { code?: string; message?: string } }) : {}
      // Readers take any object as an error; the client promises a code and a message.
      const isWhole =
        status < 400 || (value.error?.code !== undefined && value.error.message !== undefined)
      expect(body).toEqual(isWhole ? value : null)
      if (status < 400)
        expect('departures' in result && result.departures.length > 0).toBe(
          example.folder === 'tolerated',
        )
      return
    }
    // RFC 8259, 8.1 lets a reader ignore the mark, and the client does.
    const isMarked = example.name === 'byte-order-mark'
    if (status >= 400) {
      const bodyProblem = isMarked ? null : expect.any(String)
      expect(result).toMatchObject({ status, ok: false, bodyProblem })
      expect('error' in result && result.error === null).toBe(!isMarked)
      return
    }
    if (isMarked) {
      expect(result).toMatchObject({ status, departures: [{ path: '' }] })
      return
    }
    expect(result).toMatchObject({ status: 'protocol-error', ok: false, httpStatus: status })
    if (example.folder === 'unparseable') {
      expect(['invalid-json', 'empty-body', 'html-body']).toContain('code' in result && result.code)
      return
    }
    const { path: pointer, keyword } = example
    expect(result).toMatchObject({ code: 'off-schema' })
    expect('issues' in result && result.issues).toContainEqual(
      expect.objectContaining({ path: pointer, keyword }),
    )
  })
})

it('finds examples of every folder to answer with', () => {
  const folders = new Set(answers.map(({ schema, example }) => `${schema} ${example.folder}`))
  for (const { schema } of answers) {
    for (const folder of ['valid', 'tolerated', 'invalid', 'unparseable']) {
      expect(folders).toContain(`${schema} ${folder}`)
    }
  }
})

it.each(rateLimitVectors.headers)('$rule reads $name', ({ given, want }) => {
  const silent = { limit: null, remaining: null, resetSeconds: null, retryAfterSeconds: null }
  const rateLimit = parseRateLimit(new Headers(given.headers), given.nowMs)
  expect({ ...silent, ...rateLimit }).toMatchObject(want)
  if (Object.values(want).every((part) => part === null)) expect(rateLimit).toBeNull()
})
