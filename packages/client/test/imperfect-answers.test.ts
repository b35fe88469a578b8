import { imperfectAnswers } from '@partner-platform/contract-kit'
import { describe, expect, it } from 'vitest'
import { createClient } from '../src/index.ts'
import { bodies } from './answers.ts'
import { exchange } from './exchange.ts'
import { reply } from './start-server.ts'

const bodyProblems: [string, string, string][] = [
  ['an empty body', '', 'The body is empty.'],
  ['HTML', '<html>', 'The body is HTML.'],
  ['another JSON shape', '{"message":"no"}', 'The body is JSON of another shape.'],
  ['JSON cut short', '{"status":', 'The body is not valid JSON.'],
  ['a body over the limit', ' '.repeat(5_000), 'The body exceeds 4000 bytes.'],
]
const errors = ([401, 403, 429] as const).flatMap((status) =>
  bodyProblems.map((row) => [status, ...row] as const),
)

describe('imperfect but legal answers', () => {
  it.each(imperfectAnswers)('$rule $name is usable', async (row) => {
    const { status, headers, body, departs, bodyProblem } = row
    const answer = { headers: { 'content-type': '', ...headers }, body }
    const { result } = await exchange((response) => reply(response, status, answer))
    expect(result.status).toBe(status)
    if (result.ok) {
      const paths = result.departures.map(({ path }) => path)
      expect([...new Set(paths)].sort()).toEqual(departs.toSorted())
      expect(result.data.result.every(({ currency }) => typeof currency === 'string')).toBe(true)
    } else if ('bodyProblem' in result) {
      expect(result.message).toContain(String(status))
      if (bodyProblem === undefined) expect(result.bodyProblem).toBeNull()
      else expect(result.bodyProblem).toContain(bodyProblem)
      expect(result.error === null).toBe(bodyProblem !== undefined)
    }
    expect.hasAssertions()
  })

  it.each(errors)('7.%i keeps its status with %s', async (status, _says, body, bodyProblem) => {
    const { result } = await exchange((response) => reply(response, status, { body }), {
      bodyLimitBytes: 4_000,
    })
    expect(result).toMatchObject({ status, ok: false, error: null, bodyProblem })
    expect('message' in result && result.message).toMatch(new RegExp(`${status}.*API key`))
  })

  it('7.401 keeps its status when its body breaks off', async () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new Error('cut')) })
    const fetch = async () => new Response(body, { status: 401 })
    const client = createClient({ baseUrl: 'https://api.example', apiKey: 'k', fetch, retries: 0 })
    const bodyProblem = 'The body broke off.'
    expect(await client.listCountries()).toMatchObject({ status: 401, error: null, bodyProblem })
  })

  const mark = 'The body starts with a byte order mark'
  const successes: [string, string, string, string[]][] = [
    ['application/json', 'application/json', bodies[200], []],
    ['a structured suffix', 'application/hal+json', bodies[200], ['application/hal+json']],
    ['text/json', 'text/json', bodies[200], ['text/json']],
    ['no content type', '', bodies[200], ['missing']],
    ['a byte order mark', 'application/json', `\uFEFF${bodies[200]}`, [mark]],
  ]
  it.each(successes)('4.1 reads a 200 with %s', async (_says, type, body, messages) => {
    const answer = { headers: { 'content-type': type }, body }
    const { result } = await exchange((response) => reply(response, 200, answer))
    expect(result).toMatchObject({ status: 200, data: JSON.parse(bodies[200]) })
    const departures = messages.map((message) => ({
      path: '',
      message: expect.stringContaining(message),
    }))
    expect(result).toHaveProperty('departures.length', messages.length)
    expect(result).toMatchObject({ departures })
    const strict = await exchange((response) => reply(response, 200, answer), {
      validateResponses: 'strict',
    })
    expect(strict.result.status).toBe(messages.length === 0 ? 200 : 'protocol-error')
  })

  it.each([
    ['/api/v1/platform/countries', '/api/v1/platform/countries'],
    ['/api/v1/platform/countries/', '/api/v1/platform/countries'],
    ['/API/v1//platform/countries', '/api/v1/platform/countries'],
    ['/gateway/api/v1/platform', '/api/v1/platform'],
    ['/api/v1', '/api/v1'],
  ])('4.1 refuses a baseUrl that ends in %s, because the operation adds it', (path, left) => {
    const baseUrl = `https://api.example${path}`
    const message = new RegExp(`Leave out ${left}\\.`)
    expect(() => createClient({ baseUrl, apiKey: 'k' })).toThrow(message)
  })

  it.each(['/api', '/v1', '/platform'])('4.1 accepts a baseUrl with its own path: %s', (path) => {
    expect(() => createClient({ baseUrl: `https://api.example${path}`, apiKey: 'k' })).not.toThrow()
  })
})
