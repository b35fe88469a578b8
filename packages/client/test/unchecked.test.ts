import { expect, it } from 'vitest'
import { createClient, parseRateLimit } from '../src/unchecked.ts'
import { apiKey, bodies, refusal } from './exchange.ts'

const settings = { baseUrl: 'https://api.example', apiKey, retries: 0 }
const listOf = (status: number, body: string) => {
  const headers = { 'content-type': 'application/json', 'retry-after': '7' }
  const fetch = async () => new Response(body, { status, headers })
  return createClient({ ...settings, fetch }).listCountries()
}

it('returns the body of a success as received, if it is JSON', async () => {
  const odd = { status: 200, ok: true, data: { results: [null] }, departures: [] }
  expect(await listOf(200, '{"results":[null]}')).toMatchObject(odd)
  expect(await listOf(200, '{')).toMatchObject({ code: 'invalid-json' })
})

it('returns an error that has a code and a message, and reads the rate limit headers', async () => {
  const error = JSON.parse(bodies[429])
  const rateLimit = parseRateLimit(new Headers({ 'retry-after': '7' }), 0)
  expect(await listOf(429, bodies[429])).toMatchObject({ status: 429, error, rateLimit })
  for (const odd of ['null', '[]', '{"error":null}', '{"error":{"code":1,"message":""}}']) {
    const bodyProblem = 'The body is JSON of a different shape.'
    expect(await listOf(401, odd)).toMatchObject({ status: 401, error: null, bodyProblem })
  }
})

it('throws if validateResponses is not off', async () => {
  // @ts-expect-error: 'off' is the only choice.
  const message = await refusal(() => createClient({ ...settings, validateResponses: 'strict' }))
  expect(message).toBe('Option validateResponses is malformed. Pass off, not a string of length 6.')
})
