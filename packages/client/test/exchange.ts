import { validExample } from '@partner-platform/fixtures/tables'
import { expect } from 'vitest'
import { validatedReading } from '../src/contract.ts'
import { assembleClient } from '../src/create-client.ts'
import type { ClientOptions } from '../src/index.ts'
import { FakeTime, heldMs } from './fake-time.ts'

/** Bodies that the contract allows, by the status that carries them: the documents' own examples. */
export const bodies = {
  200: validExample('CountryList').text,
  401: validExample('ErrorResponse/unauthorized').text,
  403: validExample('ErrorResponse/forbidden').text,
  429: validExample('ErrorResponse/too-many-requests').text,
} as const

export const apiKey = 'ppk_dev_0123456789'

/** The start of a raw 200 with a JSON body. */
export const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'

export type Answer = {
  status?: number
  headers?: Record<string, string> | [string, string][]
  body?: BodyInit
}
type Setup = Partial<ClientOptions> & { time?: FakeTime }

/**
 * A client of a service that gives these answers in turn, then the last one again. Each has the
 * documented body of its status unless it says otherwise. Time jumps; there are no retries.
 */
export function clientOf(
  answers: Answer | Answer[],
  { time = new FakeTime(), ...options }: Setup = {},
) {
  const requests: Request[] = []
  const list = [answers].flat()
  const fetch = async (request: Request) => {
    const { status = 200, headers = {}, body = '' } = list[requests.length] ?? list.at(-1) ?? {}
    requests.push(request)
    const documented = Object.hasOwn(bodies, status) ? bodies[status as keyof typeof bodies] : ''
    const content = [204, 205, 304].includes(status) ? null : body || documented
    const lines = new Headers({ 'content-type': 'application/json' })
    for (const [name, value] of new Headers(headers)) lines.set(name, value)
    return new Response(content, { status, headers: lines })
  }
  const settings = { baseUrl: 'https://api.example', apiKey, fetch, timeoutMs: heldMs, retries: 0 }
  const client = assembleClient({ ...settings, ...options }, { time, ...validatedReading })
  return { client, requests, time }
}

/** The result of listing the countries of such a service. */
export const listOf = (answers: Answer | Answer[], setup: Setup = {}) =>
  clientOf(answers, setup).client.listCountries()

/** The message of the `TypeError` that `act` causes: problem, then what to do, and no value. */
export async function refusal(act: () => unknown): Promise<string> {
  const error = await Promise.resolve()
    .then(act)
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(TypeError)
  const { message } = error as TypeError
  expect(message).toMatch(/^.+\. .+\.$/)
  expect(message).not.toMatch(/CANARY/i)
  return message
}
