import type { CountryList, ErrorResponse, operations } from '@partner-platform/types'
import type { Received } from '@partner-platform/validators'
import { expect, expectTypeOf, it } from 'vitest'
import type { Operation } from '../src/contract.ts'
import {
  type Client,
  type ClientOptions,
  type ConditionalResult,
  createClient,
  type Failure,
  type Issue,
  type ProtocolErrorCode,
  protocolErrors,
  type RateLimitState,
  type Result,
  servers,
} from '../src/index.ts'
import { bodies, clientOf } from './exchange.ts'

type Countries = Result<'listCountries'>
type Of<Status> = Extract<ConditionalResult<'listCountries'>, { status: Status }>

/** What a program shows for a result; it compiles only while every case is handled. */
function describeResult(result: Countries): string {
  switch (result.status) {
    case 200:
      // @ts-expect-error a success has no error
      return `${result.data.result.length} countries${result.error ?? ''}`
    case 401:
    case 403:
    case 429:
      // @ts-expect-error an error has no data
      return result.error?.error.code ?? result.data ?? result.message
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

it.each([
  [200, `${JSON.parse(bodies[200]).result.length} countries`],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [429, 'too_many_requests'],
])('a result narrows by status %i', async (status, shown) => {
  expect(describeResult(await clientOf({ status }).client.listCountries())).toBe(shown)
})

it('a result has the documented statuses and the five failures, and no other', () => {
  expectTypeOf<Countries['status']>().toEqualTypeOf<200 | 401 | 403 | 429 | Failure['status']>()
  expectTypeOf<Failure['status']>().toEqualTypeOf<
    'unexpected-status' | 'protocol-error' | 'timeout' | 'network-error' | 'aborted'
  >()
  expectTypeOf<Extract<Countries, { ok: true }>['status']>().toEqualTypeOf<200>()
  expectTypeOf<Of<200>['data']>().toEqualTypeOf<Received<CountryList>>()
  type Envelope = NonNullable<Of<403>['error']>
  expectTypeOf<Envelope>().toExtend<Received<ErrorResponse>>()
  expectTypeOf<Envelope['error']['message']>().toEqualTypeOf<string>()
  expectTypeOf<Extract<Of<403>['error'], null>>().toEqualTypeOf<null>()
  expectTypeOf<Countries['rateLimit']>().toEqualTypeOf<RateLimitState | null>()
  expectTypeOf<Countries['attempts']>().toEqualTypeOf<number>()
  // Error codes of tomorrow must compile too.
  expectTypeOf<string>().toExtend<Envelope['error']['code']>()
  expectTypeOf<Of<200>['response']>().toEqualTypeOf<Response>()
  expectTypeOf<Of<'unexpected-status'>['response']>().toEqualTypeOf<Response | undefined>()
  expectTypeOf<Of<'protocol-error'>['issues']>().toEqualTypeOf<Issue[]>()
  expectTypeOf<Of<'protocol-error'>['code']>().toEqualTypeOf<ProtocolErrorCode>()
  expect(Object.keys(protocolErrors)).toEqual([
    ...['redirect', 'html-body', 'wrong-content-type', 'empty-body', 'invalid-json'],
    ...['off-schema', 'body-too-large'],
  ])
})

it('D-022 a result has status 304, without data and error, only if an entity tag was given', async () => {
  const { client } = clientOf({})
  const plain = await client.listCountries({ retries: 0 })
  expectTypeOf(plain).toEqualTypeOf<Countries>()
  const conditional = await client.listCountries({ ifNoneMatch: '"a"' })
  expectTypeOf(conditional).toEqualTypeOf<ConditionalResult<'listCountries'>>()
  expectTypeOf(conditional.status).toEqualTypeOf<Countries['status'] | 304>()
  expectTypeOf(await client.listCountries({ ifNoneMatch: plain.etag })).toEqualTypeOf(conditional)
  const options = { timeoutMs: 1000, ifNoneMatch: '"a"' }
  expectTypeOf(await client.listCountries(options)).toEqualTypeOf(conditional)
  expectTypeOf<Of<304>['ok']>().toEqualTypeOf<false>()
  expectTypeOf<Of<304>['response']>().toEqualTypeOf<Response>()
  expectTypeOf<Extract<keyof Of<304>, 'data' | 'error'>>().toEqualTypeOf<never>()
  // @ts-expect-error null is no way to leave it out
  await expect(client.listCountries({ ifNoneMatch: null })).rejects.toThrow(TypeError)
})

it('a client has typed methods and typed paths', async () => {
  type Method = (typeof operations)[keyof typeof operations]['method']
  expectTypeOf<keyof Client>().toEqualTypeOf<keyof typeof operations | Method>()
  const { client } = clientOf({})
  const { data } = await client.GET('/api/v1/platform/countries')
  expectTypeOf(data).toEqualTypeOf<CountryList | undefined>()
  expectTypeOf(client.listCountries).toBeCallableWith()
  expectTypeOf(client.listCountries).toBeCallableWith({ timeoutMs: 1, retries: 0 })
  // @ts-expect-error the operation has no query
  expect(await client.listCountries({ params: { query: { page: 1 } } })).toBeDefined()
  const params = { header: { 'If-None-Match': '"a"' } }
  // @ts-expect-error a method takes ifNoneMatch instead
  expect(await client.listCountries({ params })).toBeDefined()
  expectTypeOf(client.GET).toBeCallableWith('/api/v1/platform/countries', { params })
})

it('a client accepts the two ways to send a key, and no others', () => {
  expectTypeOf<NonNullable<ClientOptions['auth']>>().toEqualTypeOf<'bearer' | 'x-api-key'>()
  const options = { baseUrl: servers.development, apiKey: 'k' }
  // @ts-expect-error basic is not one of them
  expect(() => createClient({ ...options, auth: 'basic' })).toThrow(TypeError)
  // @ts-expect-error a key is needed
  expect(() => createClient({ baseUrl: servers.development })).toThrow(TypeError)
})

it('an operation may have any request headers', () => {
  type Headers = { readonly IdempotencyKey: 'Idempotency-Key' }
  expectTypeOf<Omit<Operation, 'headers'> & { headers: Headers }>().toExtend<Operation>()
})
