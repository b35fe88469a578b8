import type { Country } from '@partner-platform/types'
import {
  type Parser,
  parseCountry,
  parseCountrySent,
  parseUuid,
  parseUuidSent,
} from '@partner-platform/validators'

// Written by hand in the form in which surfaces are generated, with what the contract's own lacks.

const issue = (keyword: string) => ({
  ok: false as const,
  issues: [{ path: '', message: `expected another, by ${keyword}`, keyword }],
})
const parserOf = <T>(keyword: string, accepts: (value: unknown) => value is T): Parser<T> => {
  const parse = (value: unknown) => (accepts(value) ? { ok: true as const, value } : issue(keyword))
  return parse as Parser<T>
}
const both = <T>(sent: Parser<T>, received = sent) => ({ sent, received })

const integer = parserOf('type', (value): value is number => Number.isInteger(value))
const number = parserOf('type', (value): value is number => typeof value === 'number')
const flag = parserOf('type', (value): value is boolean => typeof value === 'boolean')
const text = parserOf(
  'minLength',
  (value): value is string => typeof value === 'string' && value !== '',
)
const numbers = parserOf(
  'items',
  (value): value is number[] => Array.isArray(value) && value.every(Number.isInteger),
)
const texts = parserOf(
  'items',
  (value): value is string[] => Array.isArray(value) && value.every((item) => item !== ''),
)

const country = { contentType: 'application/json', schema: 'Country' } as const
const none = { cookie: {}, header: {}, path: {}, query: {} } as const
const thingId = {
  ...none,
  path: { 'thing:id': { kind: 'string', required: true, schema: 'Uuid' } },
} as const
const ok = { body: country, headers: {} } as const
const empty = { body: null, headers: {} } as const
const security = [['operatorToken']] as const
const form = { required: false, schema: 'List', kind: 'array', style: 'form' } as const

const operations = {
  listThings: {
    id: 'listThings',
    method: 'GET',
    path: '/things',
    security,
    parameters: {
      ...none,
      header: { 'X-Trace': { kind: 'integer', required: false, schema: 'Trace' } },
      query: {
        exact: { kind: 'boolean', required: false, schema: 'Flag' },
        ids: { ...form, items: 'integer', explode: true },
        limit: { kind: 'integer', required: false, schema: 'Limit' },
        name: { kind: 'string', required: false, schema: 'Name' },
        ratio: { kind: 'number', required: false, schema: 'Ratio' },
        tags: { ...form, items: 'string', explode: false },
        'x[]': { kind: null, required: false, schema: null },
      },
    },
    requestBody: null,
    responses: { 200: ok },
  },
  createThing: {
    id: 'createThing',
    method: 'POST',
    path: '/things',
    security,
    parameters: none,
    requestBody: { contentType: 'application/json', required: true, schema: 'Country' },
    responses: { 201: ok, 202: empty },
  },
  updateThing: {
    id: 'updateThing',
    method: 'PATCH',
    path: '/things/{thing:id}',
    security,
    parameters: { ...thingId, query: { dry: { kind: 'boolean', required: true, schema: 'Flag' } } },
    requestBody: { contentType: 'application/json', required: false, schema: 'Country' },
    responses: { 204: empty },
  },
  revokeThing: {
    id: 'revokeThing',
    method: 'POST',
    path: '/things/{thing:id}/revoke',
    security,
    parameters: thingId,
    requestBody: null,
    responses: { 200: ok, '5XX': empty },
  },
} as const

const parsersOfId = {
  path: { 'thing:id': { required: true, ...both(parseUuidSent, parseUuid) } },
} as const
const parsesCountry = both(parseCountrySent, parseCountry)
const answersCountry = { body: parsesCountry, headers: {} }

const requestParsers = {
  listThings: {
    body: null,
    parameters: {
      ...none,
      header: { 'X-Trace': { required: false, ...both(integer) } },
      query: {
        exact: { required: false, ...both(flag) },
        ids: { required: false, ...both(numbers) },
        limit: { required: false, ...both(integer) },
        name: { required: false, ...both(text) },
        ratio: { required: false, ...both(number) },
        tags: { required: false, ...both(texts) },
        'x[]': { required: false, sent: null, received: null },
      },
    },
  },
  createThing: { body: { required: true, ...parsesCountry }, parameters: none },
  updateThing: {
    body: { required: false, ...parsesCountry },
    parameters: { ...none, ...parsersOfId, query: { dry: { required: true, ...both(flag) } } },
  },
  revokeThing: { body: null, parameters: { ...none, ...parsersOfId } },
} as const

const responseParsers = {
  listThings: { 200: answersCountry },
  createThing: { 201: answersCountry, 202: empty },
  updateThing: { 204: empty },
  revokeThing: { 200: answersCountry, '5XX': empty },
} as const

export const things = { operations, requestParsers, responseParsers } as const

export const thing: Country = {
  uuid: '0b0a4f4e-8f1e-4d55-9b8e-3f6a7c1d2e90',
  name: 'India',
  isoCode: 'IN',
  currency: 'INR',
}
