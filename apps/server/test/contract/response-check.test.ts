import { operations } from '@partner-platform/types'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import {
  addResponseCheck,
  type UndeclaredResponseError,
} from '../../src/contract/check-response.ts'
import { createContract } from '../../src/contract/create-contract.ts'
import { renderError } from '../../src/errors.ts'
import { partnerSurface } from '../../src/routes/partner-surface.ts'

const { listCountries } = operations
const headers = {
  RateLimit: '"default";r=1;t=1',
  'RateLimit-Policy': '"default";q=1;w=1',
  'X-Request-Id': 'i',
}
const body = { status: true, statusCode: 200, result: [] }
const good = { status: 200, headers, body }
const refusal = {
  status: false,
  statusCode: 401,
  error: { code: 'unauthorized', message: 'No.', requestId: 'r' },
}

async function answerWith(answer: unknown) {
  const found: UndeclaredResponseError[] = []
  const app = Fastify()
  addResponseCheck(app, {
    responseParsers: partnerSurface.responseParsers,
    onUndeclared: (error) => found.push(error),
    renderError,
  })
  const options = { bodyLimitBytes: 1_000, renderError }
  createContract({ ...partnerSurface, operations: { listCountries } }, options)
    .route(listCountries, () => answer as never)
    .register(app)
  const response = await app.inject({ url: listCountries.path })
  return { found, response }
}

describe('addResponseCheck', () => {
  it('I12 sends a documented response unchanged', async () => {
    const { found, response } = await answerWith(good)
    expect(found).toEqual([])
    expect(response.json()).toEqual(body)
  })

  it.each([503, 421])('lets %i pass, which no document lists', async (status) => {
    const { found, response } = await answerWith({ ...good, status })
    expect([found, response.statusCode]).toEqual([[], status])
  })

  it.each<[says: string, change: object, problem: RegExp]>([
    [
      'a status that is not documented',
      { status: 418 },
      /Response 418 of listCountries is undeclared: the document has only 200, 304, 401, 403, 429/,
    ],
    [
      'a missing header',
      { headers: { RateLimit: headers.RateLimit } },
      /header RateLimit-Policy is missing/,
    ],
    [
      'a header of another form',
      { headers: { ...headers, RateLimit: 'canary' } },
      /header RateLimit is not as documented/,
    ],
    [
      'an optional header of another form',
      { headers: { ...headers, ETag: 'canary' } },
      /header ETag is not as documented/,
    ],
    ['a missing field', { body: { status: true, statusCode: 200 } }, /breaks required at \/result/],
    [
      'an unknown field',
      { body: { ...body, canary: 1 } },
      /breaks additionalProperties at \/canary/,
    ],
    ['a wrong row', { body: { ...body, result: [{ uuid: 'canary' }] } }, /\/result\/0/],
    ['a body of another status', { body: refusal }, /its body breaks/],
    [
      'a 401 without its challenge',
      { status: 401, body: refusal },
      /header WWW-Authenticate is missing/,
    ],
  ])(
    '7.other, I12 turns %s into 500 and reports it without its content',
    async (_, change, problem) => {
      const { found, response } = await answerWith({ ...good, ...change })
      expect(response.statusCode).toBe(500)
      expect(response.json()).toMatchObject({ status: false, statusCode: 500 })
      expect(found.map(({ message }) => message)).toEqual([expect.stringMatching(problem)])
      expect(found.join('').replace('/canary', '')).not.toContain('canary')
    },
  )
})
