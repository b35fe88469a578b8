import { type CountryList, operations } from '@partner-platform/types'
import Fastify from 'fastify'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createContract } from '../../src/contract/create-contract.ts'
import type { Answer } from '../../src/contract/handler.ts'
import { Serialized } from '../../src/contract/serialized.ts'
import { providedHeaders } from '../../src/limits/rate-limit-headers.ts'

const { listCountries } = operations
const getCountry = {
  id: 'getCountry',
  method: 'GET',
  path: '/countries/{isoCode}',
  security: [['bearerAuth']],
  requestBody: null,
  responses: {
    200: {
      body: { contentType: 'application/json', schema: 'Country' },
      headers: { ETag: { required: true, schema: 'EntityTag' } },
    },
    404: { body: { contentType: 'application/json', schema: 'ErrorResponse' }, headers: {} },
    204: { body: null, headers: {} },
  },
} as const
const two = { listCountries, getCountry } as const

const country = { uuid: 'u', name: 'India', isoCode: 'IN', currency: 'INR' }
const limit = { RateLimit: 'r', 'RateLimit-Policy': 'p' }
const noCountries: CountryList = { status: true, statusCode: 200, result: [] }
const list = { status: 200, headers: limit, body: noCountries } as const
const found = { status: 200, headers: { ETag: '"1"' }, body: country } as const

describe('createContract, by the compiler', () => {
  it('has register() only when every operation has a handler', () => {
    const none = createContract(two)
    const one = none.route(getCountry, () => found)
    const both = one.route(listCountries, () => list)
    // @ts-expect-error: two handlers are missing
    expect(() => none.register(Fastify())).toThrow(
      /expected a handler for listCountries, getCountry/,
    )
    // @ts-expect-error: listCountries has no handler
    expect(() => one.register(Fastify())).toThrow(/expected a handler for listCountries/)
    expectTypeOf(both.register).toBeFunction()
    expectTypeOf<typeof none>().not.toHaveProperty('register')
    expectTypeOf<typeof one>().not.toHaveProperty('register')
  })

  it('takes each operation once, and only those of the contract', () => {
    const one = createContract(two).route(getCountry, () => found)
    // @ts-expect-error: it has a handler
    expect(() => one.route(getCountry, () => found)).toThrow(TypeError)
    const contract = createContract({ getCountry })
    // @ts-expect-error: not an operation of this contract
    expect(() => contract.route(listCountries, () => list)).toThrow(TypeError)
  })

  it('lets a handler return documented statuses with their bodies and headers only', () => {
    type Got = Answer<typeof getCountry>
    expectTypeOf<Got['status']>().toEqualTypeOf<200 | 204 | 404>()
    expectTypeOf(found).toExtend<Got>()
    expectTypeOf({ status: 204 } as const).toExtend<Got>()
    expectTypeOf({ ...found, body: new Serialized(country) }).toExtend<Got>()
    expectTypeOf({ ...found, status: 201 } as const).not.toExtend<Got>()
    expectTypeOf({ status: 200, body: country } as const).not.toExtend<Got>()
    expectTypeOf({ ...found, body: { name: 'India' } } as const).not.toExtend<Got>()
    expectTypeOf({ ...found, body: new Serialized({ name: 'India' }) }).not.toExtend<Got>()
    // @ts-expect-error: a 404 has the envelope of errors
    createContract({ getCountry }).route(getCountry, () => ({ status: 404, body: country }))
    // @ts-expect-error: a header that is required is missing
    createContract({ getCountry }).route(getCountry, () => ({ status: 200, body: country }))
  })

  it('does not ask a handler for headers that the server provides', () => {
    const body = noCountries
    expectTypeOf({ status: 200, body } as const).not.toExtend<Answer<typeof listCountries>>()
    type Provided = Answer<typeof listCountries, (typeof providedHeaders)[number]>
    expectTypeOf({ status: 200, body } as const).toExtend<Provided>()
    createContract({ listCountries }, { provided: providedHeaders }).route(listCountries, () => ({
      status: 200,
      body,
    }))
    const error = { code: '', message: '', requestId: '' }
    const unauthorized = { status: 401, body: { status: false, statusCode: 401, error } } as const
    expectTypeOf(unauthorized).not.toExtend<Provided>()
    expectTypeOf({ ...unauthorized, headers: { 'WWW-Authenticate': '' } }).toExtend<Provided>()
  })
})

describe('createContract, at run time', () => {
  it('answers with status, type, headers and body of the handler', async () => {
    const app = Fastify()
    createContract(two)
      .route(getCountry, () => found)
      .route(listCountries, () => list)
      .register(app)
    const response = await app.inject({ url: '/countries/IN' })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({ 'content-type': 'application/json', etag: '"1"' })
    expect(response.json()).toEqual(country)
  })

  it('sends bytes that were serialised before as they are', async () => {
    const app = Fastify()
    const body = new Serialized(country)
    createContract({ getCountry })
      .route(getCountry, () => ({ ...found, body }))
      .register(app)
    const response = await app.inject({ url: '/countries/IN' })
    expect(response.rawPayload).toEqual(body.bytes)
  })

  it('sends no body where the document has none', async () => {
    const app = Fastify()
    createContract({ getCountry })
      .route(getCountry, () => ({ status: 204 }))
      .register(app)
    const response = await app.inject({ url: '/countries/IN' })
    expect([response.statusCode, response.body]).toEqual([204, ''])
  })
})
