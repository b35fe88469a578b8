/** @import { AcceptAnswer, EntryAnswer, ErrorAnswer, ListAnswer } from '../page-api.ts' */

/** An error of the server, in words for people. */
export class AnswerError extends Error {
  /**
   * @param {string} message
   * @param {string} [code] a code of `pageErrors`
   */
  constructor(message, code = '') {
    super(message)
    this.code = code
  }
}

/** @type {(error: unknown) => string} */
export const messageOf = (error) => (error instanceof Error ? error.message : 'The inbox failed.')

/** @type {(path: string, init: RequestInit) => Promise<Response>} */
async function ask(path, init) {
  const response = await fetch(path, init).catch((cause) => {
    if (init.signal?.aborted) throw cause
    throw new AnswerError('The inbox does not respond. Is the receiver running?')
  })
  if (response.ok) return response
  /** @type {Partial<ErrorAnswer>} */
  const { message = 'The inbox failed.', code } = await response.json().catch(() => ({}))
  throw new AnswerError(message, code)
}

/** @type {(id: string) => string} */
const toPath = (id) => `/api/entries/${encodeURIComponent(id)}`

/** @type {(id: string) => string} */
export const toBodyPath = (id) => `${toPath(id)}/body`

/** @type {(query: URLSearchParams, signal: AbortSignal) => Promise<ListAnswer>} */
export const fetchList = async (query, signal) =>
  (await ask(`/api/entries?${query}`, { signal })).json()

/** @type {(id: string, signal: AbortSignal) => Promise<EntryAnswer>} */
export const fetchEntry = async (id, signal) => (await ask(toPath(id), { signal })).json()

/** @type {(id: string, signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>} */
export const fetchBody = async (id, signal) =>
  new Uint8Array(await (await ask(toBodyPath(id), { signal })).arrayBuffer())

/** @type {(path: string, body: object) => Promise<Response>} */
const post = (path, body) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** @type {(id: string) => Promise<unknown>} */
export const postReplay = (id) => post(`${toPath(id)}/replay`, {})

/** @type {(id: string, options: { allowOld: boolean }) => Promise<AcceptAnswer>} */
export const postAccept = async (id, options) =>
  (await post(`${toPath(id)}/accept`, options)).json()
