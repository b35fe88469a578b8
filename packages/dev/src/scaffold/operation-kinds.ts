import { type ErrorStatus, errors } from '@partner-platform/server/errors'
import type { Kind } from './name-operation.ts'
import { toPascal, toWords } from './words.ts'

export const statuses: Record<Kind, number> = { list: 200, get: 200, create: 201, action: 200 }

export type Text = 'summary' | 'title' | 'asked' | 'answer' | 'choice'

export const texts: Record<Kind, Record<Text, string>> = {
  list: {
    summary: 'List {{things}}',
    title: 'Partners can list {{things}}',
    asked: 'Say why partners need the {{things}}, and which ones they get.',
    answer: 'The {{things}}.',
    choice: 'which {{things}} a partner gets, in which order, and with which fields',
  },
  get: {
    summary: 'Get {{a thing}}',
    title: 'Partners can get {{a thing}}',
    asked: 'Say why partners need {{a thing}}, and which ones they may get.',
    answer: 'The {{thing}}.',
    choice: 'which {{things}} a partner may get, and with which fields',
  },
  create: {
    summary: 'Create {{a thing}}',
    title: 'Partners can create {{a thing}}',
    asked: 'Say what creating {{a thing}} starts, and what happens if the request is sent twice.',
    answer: 'The new {{thing}}.',
    choice: 'what a partner must send, what the service adds, and what a repeated request does',
  },
  action: {
    summary: '{{Verb}} {{a thing}}',
    title: 'Partners can {{verb}} {{a thing}}',
    asked: 'Say what this changes, in which state it is allowed, and what a repeated request does.',
    answer: 'The {{thing}} after the change.',
    choice: 'in which state a partner may {{verb}} {{a thing}}, and what changes',
  },
}

/** The statuses that a kind of operation adds to those that every call can get. */
const refusals: Record<Kind, readonly number[]> = {
  list: [],
  get: [404],
  create: [400, 413, 415, 422],
  action: [404],
}

/** What the document says about each error that an operation may add. */
export const explanations: Record<number, string> = {
  400: 'The reference server cannot read the request.',
  404: 'The reference server finds nothing with this path or identifier.',
  413: 'The body is larger than the reference server accepts.',
  415: 'The reference server accepts only bodies of type application/json.',
  422: 'The reference server refuses a body that does not match its schema.',
}

/** The shared responses that every call can get. */
const common: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'TooManyRequests',
}

export const errorOf = (status: number): { code: string; message: string } =>
  errors[status as ErrorStatus]

export const responseName = (status: number): string =>
  common[status] ?? toPascal(toWords(errorOf(status).code))

/** Every status with which an operation refuses a request, in their order. */
export function refusalsOf(kind: Kind, keys: readonly string[]): number[] {
  // A parameter in the path may be unreadable.
  const ofKeys = keys.length > 0 ? [400] : []
  const all = new Set([...Object.keys(common).map(Number), ...refusals[kind], ...ofKeys])
  return [...all].sort((one, other) => one - other)
}
