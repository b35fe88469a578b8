import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { addPolicy } from '@partner-platform/lint/bundle'
import { moveSample, sampleChanges } from '../round-trip.ts'
import type { RunningPlatform } from '../start-platform.ts'
import { renderPage } from './render-page.ts'

/** Answers a request if it is for this page. Returns whether it was. */
export type OwnPage = (request: IncomingMessage, response: ServerResponse) => boolean

/** Where the page is, below the address of the docs. */
export const tryPath = '/try/'

/** The largest body that names an example. */
const mostBytes = 1_000

type Reply = { status: number; type: string; body: string }

/** Calls operations and sends webhooks. It shows a key: only `start` serves it, and only to this machine. */
export function createTryPage(platform: RunningPlatform): OwnPage {
  const { serverUrl, apiKey, callbackUrl, inboxUrl } = platform
  const shown = { serverUrl, apiKey, callbackUrl, inboxUrl }
  const page = addPolicy(renderPage(shown), {
    scripts: "'self'",
    'style-src': "'self'",
    'img-src': 'data:',
    'connect-src': `'self' ${serverUrl}`,
  })
  const files = new Map<string, Reply>([
    ['', { status: 200, type: 'text/html', body: page }],
    ['page.css', { status: 200, type: 'text/css', body: read('page.css') }],
    ['page.js', { status: 200, type: 'text/javascript', body: read('page.js') }],
  ])
  async function answer(request: IncomingMessage, name: string): Promise<Reply> {
    // Prevents DNS rebinding: a site whose host name resolves to this machine could read the key.
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/i.test(request.headers.host ?? ''))
      return refuse(421, 'Open this page at 127.0.0.1.')
    const { method = '' } = request
    if (name !== 'webhook') {
      const file = files.get(name) ?? refuse(404, 'This page does not exist.')
      return ['GET', 'HEAD'].includes(method) ? file : refuse(405, 'Send a GET.')
    }
    if (method !== 'POST') return refuse(405, 'Send a POST.')
    // Another site can send this type only after a preflight request, which is refused.
    if (!/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? ''))
      return refuse(415, 'Send application/json.')
    if (!(Number(request.headers['content-length']) <= mostBytes))
      return refuse(413, `Send a body of at most ${mostBytes} bytes, with a Content-Length header.`)
    const asked = (await json(request).catch(() => null)) as { example?: unknown } | null
    const example = sampleChanges.find((one) => one === asked?.example)
    if (example === undefined) return refuse(400, `Send an example: ${sampleChanges.join(' or ')}.`)
    return toJson({ lines: await sendWebhook(platform, example) })
  }
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    if (path === tryPath.slice(0, -1)) {
      response.writeHead(308, { Location: tryPath }).end()
      return true
    }
    if (!path.startsWith(tryPath)) return false
    void answer(request, path.slice(tryPath.length))
      .catch((error: Error) => refuse(500, error.message))
      .then(({ status, type, body }) => {
        const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' }
        response.writeHead(status, headers).end(body)
      })
      // Nothing that a request says may end the apps.
      .catch(() => response.destroy())
    return true
  }
}

const refuse = (status: number, says: string): Reply => ({ ...toJson({ lines: [says] }), status })

const toJson = (value: object): Reply => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(value),
})

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

/** What became of the webhook, for people. */
async function sendWebhook(platform: RunningPlatform, example: string): Promise<string[]> {
  const { status, attempt, kept } = await moveSample(platform, example)
  if (attempt === undefined) return ['The server sent no webhook. Look at its log.']
  const answered = attempt.status === null ? '' : `, status ${attempt.status}`
  const sent = `The submission moved to ${status}. First attempt: ${attempt.outcome}${answered}, ${attempt.durationMs} ms.`
  if (kept === undefined)
    return [sent, 'The webhook is not in the inbox. Look at the output of start.']
  return [
    sent,
    `It is in the inbox: ${kept.verified ? 'verified' : 'not verified'}, ${kept.state}.`,
  ]
}
