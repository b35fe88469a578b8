import type { Country } from '@partner-platform/types'
import { type Parser, parseCountrySent, parseUuidSent } from '@partner-platform/validators'

// Written by hand like a generated surface, with features that the contract lacks.

const parserOf = <T>(keyword: string, accepts: (value: unknown) => value is T): Parser<T> => {
  const issues = [{ path: '', message: `expected another, by ${keyword}`, keyword }]
  const parse = (value: unknown) => (accepts(value) ? { ok: true, value } : { ok: false, issues })
  return parse as Parser<T>
}
const integer = parserOf('type', (value): value is number => Number.isInteger(value))
const text = parserOf(
  'minLength',
  (value): value is string => typeof value === 'string' && value !== '',
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
const optionalInteger = { kind: 'integer', required: false, schema: 'Integer' } as const

const operations = {
  listThings: {
    id: 'listThings',
    method: 'GET',
    path: '/things',
    security,
    parameters: {
      ...none,
      header: { 'X-Trace': optionalInteger },
      query: { limit: optionalInteger, name: { kind: 'string', required: false, schema: 'Name' } },
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
    requestBody: { ...country, required: true },
    responses: { 201: ok, 202: empty },
  },
  updateThing: {
    id: 'updateThing',
    method: 'PATCH',
    path: '/things/{thing:id}',
    security,
    parameters: { ...thingId, query: { dry: { ...optionalInteger, required: true } } },
    requestBody: { ...country, required: false },
    responses: { 204: empty },
  },
  revokeThing: {
    id: 'revokeThing',
    method: 'POST',
    path: '/things/{thing:id}/revoke',
    security,
    parameters: thingId,
    requestBody: null,
    responses: { 200: ok },
  },
} as const

const parsersOfId = { path: { 'thing:id': { required: true, sent: parseUuidSent } } } as const
const parsesInteger = { required: false, sent: integer } as const
const answersCountry = { body: { sent: parseCountrySent }, headers: {} }

const requestParsers = {
  listThings: {
    body: null,
    parameters: {
      ...none,
      header: { 'X-Trace': parsesInteger },
      query: { limit: parsesInteger, name: { required: false, sent: text } },
    },
  },
  createThing: { body: { required: true, sent: parseCountrySent }, parameters: none },
  updateThing: {
    body: { required: false, sent: parseCountrySent },
    parameters: { ...none, ...parsersOfId, query: { dry: { required: true, sent: integer } } },
  },
  revokeThing: { body: null, parameters: { ...none, ...parsersOfId } },
} as const

const responseParsers = {
  listThings: { 200: answersCountry },
  createThing: { 201: answersCountry, 202: empty },
  updateThing: { 204: empty },
  revokeThing: { 200: answersCountry },
} as const

export const things = { operations, requestParsers, responseParsers } as const

export const thing: Country = {
  uuid: '0b0a4f4e-8f1e-4d55-9b8e-3f6a7c1d2e90',
  name: 'India',
  isoCode: 'IN',
  currency: 'INR',
}
