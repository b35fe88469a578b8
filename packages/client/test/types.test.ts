import type { CountryList, ErrorResponse, operations, paths } from '@partner-platform/types'
import type { Received } from '@partner-platform/validators'
import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  type Client,
  type ClientOptions,
  type ConditionalResult,
  createClient,
  type Failure,
  type Issue,
  type ProtocolErrorCode,
  type RateLimitState,
  type Result,
  servers,
} from '../src/index.ts'
import { bodies } from './answers.ts'

type Countries = Result<'listCountries'>

/** A client that is answered with `status` and the example that belongs to it. */
const clientOf = (status: keyof typeof bodies) =>
  createClient({
    baseUrl: servers.development,
    apiKey: 'ppk_dev_0123456789',
    retries: 0,
    fetch: async () => Response.json(JSON.parse(bodies[status]), { status }),
  })

/** What a program shows for a result; it compiles only while every case is handled. */
function describeResult(result: Countries): string {
  switch (result.status) {
    case 200:
      return `${result.data.result.length} countries`
    case 401:
    case 403:
    case 429:
      return result.error?.error.code ?? result.message
    case 'unexpected-status':
      return `HTTP ${result.httpStatus}`
    case 'protocol-error':
      return result.code
    case 'timeout':
    case 'network-error':
    case 'aborted':
      return result.message
    default:
      return result satisfies never
  }
}

describe('a result', () => {
  it('has the documented statuses and the five failures, and no other', () => {
    expectTypeOf<Countries['status']>().toEqualTypeOf<200 | 401 | 403 | 429 | Failure['status']>()
    expectTypeOf<Failure['status']>().toEqualTypeOf<
      'unexpected-status' | 'protocol-error' | 'timeout' | 'network-error' | 'aborted'
    >()
    expectTypeOf(describeResult).returns.toEqualTypeOf<string>()
  })

  it.each([
    [200, `${JSON.parse(bodies[200]).result.length} countries`],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [429, 'too_many_requests'],
  ] as const)('narrows by status %i', async (status, shown) => {
    expect(describeResult(await clientOf(status).listCountries())).toBe(shown)
  })

  it('has data on 200 and an error on the others', async () => {
    const result = await clientOf(200).listCountries()
    if (result.status !== 200) throw new Error(`The status is ${result.status}.`)
    expectTypeOf(result.ok).toEqualTypeOf<true>()
    expectTypeOf(result.data).toEqualTypeOf<Received<CountryList>>()
    // @ts-expect-error a success has no error
    expect(result.error).toBeUndefined()
    const refused = await clientOf(403).listCountries()
    if (refused.status !== 403) throw new Error(`The status is ${refused.status}.`)
    expectTypeOf(refused.ok).toEqualTypeOf<false>()
    expectTypeOf(refused.error).toEqualTypeOf<Received<ErrorResponse> | null>()
    // @ts-expect-error an error has no data
    expect(refused.data).toBeUndefined()
  })

  it('narrows by ok as well', async () => {
    const result = await clientOf(200).listCountries()
    if (!result.ok) throw new Error(`The status is ${result.status}.`)
    expectTypeOf(result.status).toEqualTypeOf<200>()
    expect(result.data.result.length).toBeGreaterThan(0)
  })

  it('gives nothing of a body before it is narrowed', async () => {
    const result = await clientOf(200).listCountries()
    // @ts-expect-error not every result has data
    expect(result.data).toBeDefined()
    expectTypeOf(result.rateLimit).toEqualTypeOf<RateLimitState | null>()
    expectTypeOf(result.attempts).toEqualTypeOf<number>()
  })

  it('cannot be compared with a status that the contract does not have', async () => {
    const result = await clientOf(200).listCountries()
    // @ts-expect-error 404 is none of the documented statuses
    expect(result.status === 404).toBe(false)
  })

  it('D-022 has status 304 only if an entity tag was given', async () => {
    const client = clientOf(200)
    type Statuses = Countries['status']
    const plain = await client.listCountries({ retries: 0 })
    expectTypeOf(plain).toEqualTypeOf<Countries>()
    const conditional = await client.listCountries({ ifNoneMatch: '"a"' })
    expectTypeOf(conditional).toEqualTypeOf<ConditionalResult<'listCountries'>>()
    expectTypeOf(conditional.status).toEqualTypeOf<Statuses | 304>()
    const tag: string | undefined = plain.etag
    expectTypeOf(await client.listCountries({ ifNoneMatch: tag })).toEqualTypeOf(conditional)
    const options = { timeoutMs: 1000, ifNoneMatch: '"a"' }
    expectTypeOf(await client.listCountries(options)).toEqualTypeOf(conditional)
    // @ts-expect-error without an entity tag there is no 304
    expect(plain.status === 304).toBe(false)
    // @ts-expect-error null is no way to leave it out
    await expect(client.listCountries({ ifNoneMatch: null })).rejects.toThrow(TypeError)
  })

  it('D-022 has no data and no error if the answer is 304', () => {
    type NotModified = Extract<ConditionalResult<'listCountries'>, { status: 304 }>
    expectTypeOf<NotModified['ok']>().toEqualTypeOf<false>()
    expectTypeOf<NotModified['response']>().toEqualTypeOf<Response>()
    expectTypeOf<Extract<keyof NotModified, 'data' | 'error'>>().toEqualTypeOf<never>()
  })

  it('of an undocumented status has a response, unless none can be made', () => {
    type Unexpected = Extract<Failure, { status: 'unexpected-status' }>
    expectTypeOf<Unexpected['response']>().toEqualTypeOf<Response | undefined>()
    type Documented = Exclude<Countries, Failure>
    expectTypeOf<Documented['response']>().toEqualTypeOf<Response>()
  })

  it('has a closed set of protocol error codes, and issues', () => {
    type ProtocolError = Extract<Failure, { status: 'protocol-error' }>
    expectTypeOf<ProtocolError['code']>().toEqualTypeOf<ProtocolErrorCode>()
    expectTypeOf<ProtocolError['issues']>().toEqualTypeOf<Issue[]>()
    expectTypeOf<ProtocolErrorCode>().toEqualTypeOf<
      | 'redirect'
      | 'html-body'
      | 'wrong-content-type'
      | 'empty-body'
      | 'invalid-json'
      | 'off-schema'
      | 'body-too-large'
    >()
  })

  it('keeps error codes open, and completes the known ones', async () => {
    const result = await clientOf(429).listCountries()
    if (result.status !== 429) throw new Error(`The status is ${result.status}.`)
    if (result.error === null) throw new Error('There is no error body.')
    const { code } = result.error.error
    expect([code === 'too_many_requests', code === 'a_code_of_tomorrow']).toEqual([true, false])
  })
})

describe('a client', () => {
  it('has typed methods and typed paths', async () => {
    expectTypeOf<keyof Client>().toEqualTypeOf<keyof typeof operations | 'GET'>()
    expectTypeOf<Client>().toHaveProperty('listCountries')
    expectTypeOf<Parameters<Client['GET']>[0]>().toEqualTypeOf<keyof paths>()
    const { data } = await clientOf(200).GET('/api/v1/platform/countries')
    expectTypeOf(data).toEqualTypeOf<CountryList | undefined>()
    expect(data?.status).toBe(true)
  })

  it('takes the two ways to carry a key, and no others', () => {
    expectTypeOf<NonNullable<ClientOptions['auth']>>().toEqualTypeOf<'bearer' | 'x-api-key'>()
    const options = { baseUrl: servers.development, apiKey: 'k' }
    // @ts-expect-error basic is no way to carry a key here
    expect(() => createClient({ ...options, auth: 'basic' })).toThrow(TypeError)
    // @ts-expect-error a key is needed
    expect(() => createClient({ baseUrl: servers.development })).toThrow(TypeError)
  })

  it('takes the options of a call if the operation has no input', async () => {
    const client = clientOf(200)
    expectTypeOf(client.listCountries).toBeCallableWith()
    expectTypeOf(client.listCountries).toBeCallableWith({ timeoutMs: 1, retries: 0 })
    // @ts-expect-error the operation has no query
    expect(await client.listCountries({ params: { query: { page: 1 } } })).toBeDefined()
    const params = { header: { 'If-None-Match': '"a"' } }
    // @ts-expect-error a method takes ifNoneMatch instead
    expect(await client.listCountries({ params })).toBeDefined()
    expectTypeOf(client.GET).toBeCallableWith('/api/v1/platform/countries', { params })
  })
})
