/** @import { AcceptAnswer, EntryAnswer, ErrorAnswer, ListAnswer, ReplayAnswer } from '../page-api.ts' */

/** What the server answered instead, in words for people. */
export class AnswerError extends Error {
  /** @override */
  name = 'AnswerError'

  /**
   * @param {string} message
   * @param {number} status
   * @param {string} [code]
   */
  constructor(message, status, code = '') {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * @param {URLSearchParams} query
 * @param {AbortSignal} signal
 * @returns {Promise<ListAnswer>}
 */
export const fetchList = (query, signal) => fetchJson(`/api/entries?${query}`, { signal })

/**
 * @param {string} id
 * @param {AbortSignal} signal
 * @returns {Promise<EntryAnswer>}
 */
export const fetchEntry = (id, signal) => fetchJson(toPath(id), { signal })

/**
 * The bytes of an entry.
 * @param {string} id
 * @param {AbortSignal} signal
 */
export async function fetchBody(id, signal) {
  const response = await ask(toBodyPath(id), { signal })
  return new Uint8Array(await response.arrayBuffer())
}

/**
 * @param {string} id
 * @returns {Promise<ReplayAnswer>}
 */
export const postReplay = (id) => fetchJson(`${toPath(id)}/replay`, toPost({}))

/**
 * @param {string} id
 * @param {{ allowOld: boolean }} options
 * @returns {Promise<AcceptAnswer>}
 */
export const postAccept = (id, options) => fetchJson(`${toPath(id)}/accept`, toPost(options))

/** @param {object} body */
const toPost = (body) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** @param {string} id */
export const toBodyPath = (id) => `${toPath(id)}/body`

/** @param {string} id */
const toPath = (id) => `/api/entries/${encodeURIComponent(id)}`

/**
 * @param {string} path
 * @param {RequestInit} init
 */
async function fetchJson(path, init) {
  const response = await ask(path, init)
  return response.json()
}

/**
 * @param {string} path
 * @param {RequestInit} init
 */
async function ask(path, init) {
  const response = await fetch(path, init).catch((cause) => {
    if (init.signal?.aborted) throw cause
    throw new AnswerError('The inbox does not respond. Is the receiver running?', 0)
  })
  if (response.ok) return response
  /** @type {Partial<ErrorAnswer>} */
  const { message = 'The inbox failed.', code } = await response.json().catch(() => ({}))
  throw new AnswerError(message, response.status, code)
}
