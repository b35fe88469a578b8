import { type CountryList, operations } from '@partner-platform/types'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createContract } from '../../src/contract/create-contract.ts'
import type { Answer, Input } from '../../src/contract/handler.ts'
import { Serialized } from '../../src/contract/serialized.ts'
import type { Operation, RequestParsers, Surface } from '../../src/contract/surface.ts'
import { partnerSurface, providedHeaders } from '../../src/routes/partner-surface.ts'
import { thing, things } from './things-surface.ts'

type Partner = typeof partnerSurface
type Things = typeof things
const { listCountries } = operations
const { listThings, createThing, updateThing, revokeThing } = things.operations

const limit = { RateLimit: 'r', 'RateLimit-Policy': 'p', 'X-Request-Id': 'i' }
const noCountries: CountryList = { status: true, statusCode: 200, result: [] }
const list = { status: 200, headers: limit, body: noCountries } as const
const found = { status: 200, body: thing } as const
const renderError = (status: number) => ({ status, headers: {}, body: Buffer.of() })
const options = { bodyLimitBytes: 100, renderError }

describe('createContract, by the compiler', () => {
  it('has register() only if every operation has a handler', () => {
    const none = createContract(things, options)
    const one = none.route(listThings, () => found)
    const three = one
      .route(createThing, () => ({ status: 202 }))
      .route(updateThing, () => ({ status: 204 }))
    const all = three.route(revokeThing, () => found)
    expectTypeOf(all.register).toBeFunction()
    expectTypeOf<typeof none>().not.toHaveProperty('register')
    expectTypeOf<typeof three>().not.toHaveProperty('register')
  })

  it('accepts each operation once, and only those of the contract', () => {
    const one = createContract(things, options).route(listThings, () => found)
    // @ts-expect-error: it has a handler
    one.route(listThings, () => found)
    // @ts-expect-error: not an operation of this contract
    one.route(listCountries, () => list)
  })

  it('lets a handler return documented statuses with their bodies and headers only', () => {
    type Got = Answer<Partner, 'listCountries'>
    expectTypeOf<Got['status']>().toEqualTypeOf<keyof Partner['responseParsers']['listCountries']>()
    expectTypeOf(list).toExtend<Got>()
    expectTypeOf({ ...list, body: new Serialized(noCountries) }).toExtend<Got>()
    expectTypeOf({ ...list, status: 201 } as const).not.toExtend<Got>()
    expectTypeOf({ status: 200, body: noCountries } as const).not.toExtend<Got>()
    expectTypeOf({ ...list, body: { status: true } } as const).not.toExtend<Got>()
    expectTypeOf({ ...list, body: new Serialized({ status: true }) }).not.toExtend<Got>()
    const contract = createContract(things, options)
    // @ts-expect-error: a 201 has a body
    contract.route(createThing, () => ({ status: 201 }))
    // @ts-expect-error: a 202 has none
    contract.route(createThing, () => ({ status: 202, body: thing }))
    // @ts-expect-error: a 404 is not documented
    contract.route(createThing, () => ({ status: 404, body: thing }))
  })

  it('does not ask a handler for headers that the server provides', () => {
    const body = noCountries
    expectTypeOf({ status: 200, body } as const).not.toExtend<Answer<Partner, 'listCountries'>>()
    type Provided = Answer<Partner, 'listCountries', (typeof providedHeaders)[number]>
    expectTypeOf({ status: 200, body } as const).toExtend<Provided>()
    const provided = { ...options, provided: providedHeaders }
    createContract(partnerSurface, provided).route(listCountries, () => ({ status: 200, body }))
    const error = { code: '', message: '', requestId: '' }
    const unauthorized = { status: 401, body: { status: false, statusCode: 401, error } } as const
    expectTypeOf(unauthorized).not.toExtend<Provided>()
    expectTypeOf({ ...unauthorized, headers: { 'WWW-Authenticate': '' } }).toExtend<Provided>()
  })

  it('types the input of a handler by its parsers', () => {
    expectTypeOf<Input<Things, 'createThing'>['body']>().toEqualTypeOf(thing)
    expectTypeOf<Input<Things, 'updateThing'>['body']>().toEqualTypeOf<typeof thing | undefined>()
    expectTypeOf<Input<Things, 'revokeThing'>['body']>().toEqualTypeOf<undefined>()
    expectTypeOf<Input<Things, 'updateThing'>['params']['thing:id']>().toEqualTypeOf<string>()
    expectTypeOf<Input<Things, 'updateThing'>['query']['dry']>().toEqualTypeOf<number>()
    type Listed = Input<Things, 'listThings'>
    expectTypeOf<Listed['query']['limit']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<Listed['query']>().not.toHaveProperty('lmit')
    expectTypeOf<Listed['headers']['X-Trace']>().toEqualTypeOf<number | undefined>()
    expectTypeOf<Input<Things, 'createThing'>['params']>().not.toHaveProperty('thing:id')
  })
})

describe('createContract, at construction', () => {
  const parameters = { cookie: {}, header: {}, path: {}, query: {} }
  const text = { required: false, kind: 'string', schema: 'A' } as const
  const body = { contentType: 'application/json', required: true, schema: 'A' }
  const surfaceOf = (change: Partial<Operation>): Surface => {
    const parsers: RequestParsers = { body: null, parameters }
    return {
      operations: { listThings: { ...listThings, parameters, ...change } },
      requestParsers: { listThings: parsers },
      responseParsers: {},
    }
  }

  it.each<[string, Partial<Operation>, RegExp]>([
    ['a cookie parameter', { parameters: { ...parameters, cookie: { a: text } } }, /cookie/],
    [
      'an object as parameter',
      { parameters: { ...parameters, query: { a: { ...text, kind: 'object' } } } },
      /query a has the kind object in style plain/,
    ],
    [
      'a label in the path',
      { path: '/{a}', parameters: { ...parameters, path: { a: { ...text, style: 'label' } } } },
      /path a has the kind string in style label/,
    ],
    ['an undescribed path parameter', { path: '/{a}/{b}' }, /a, b, but none are described/],
    ['a body of a GET', { requestBody: body }, /a GET cannot have a body/],
    [
      'a body that is not JSON',
      { method: 'POST', requestBody: { ...body, contentType: 'text/plain' } },
      /text\/plain/,
    ],
  ])('rejects %s, which it cannot read', (_, change, message) => {
    const create = () => createContract(surfaceOf(change), options)
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
  })

  it('accepts another JSON media type', () => {
    const requestBody = { ...body, contentType: 'application/merge-patch+json' }
    expect(() => createContract(surfaceOf({ method: 'PATCH', requestBody }), options)).not.toThrow()
  })
})
