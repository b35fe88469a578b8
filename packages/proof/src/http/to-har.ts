import type { Exchange, HeaderLine } from './exchange.ts'
import { valuesOf } from './exchange.ts'

export type Har = { log: { version: string; creator: object; entries: object[] } }

/** Exchanges with a server as an HTTP archive, as drift tools read it. */
export const toHar = (url: string, exchanges: readonly Exchange[]): Har => ({
  log: {
    version: '1.2',
    creator: { name: 'contract tests', version: '1.0.0' },
    entries: exchanges.map((exchange) => toEntry(url, exchange)),
  },
})

function toEntry(url: string, { request, response }: Exchange): object {
  const { method, target, headers } = request
  const whole = new URL(url + target)
  return {
    // No date of its own: an archive of the same traffic is the same archive.
    startedDateTime: '2025-01-01T00:00:00.000Z',
    time: 0,
    request: {
      ...{ method, url: whole.href, httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 },
      headers: toHeaders(headers),
      queryString: [...whole.searchParams].map(([name, value]) => ({ name, value })),
      bodySize: 0,
    },
    response: {
      ...{ status: response.status, statusText: '', httpVersion: 'HTTP/1.1', cookies: [] },
      headers: toHeaders(response.headers),
      content: {
        size: response.body.length,
        mimeType: valuesOf(response.headers, 'content-type')[0] ?? '',
        text: response.body.toString(),
      },
      ...{ redirectURL: '', headersSize: -1, bodySize: response.body.length },
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  }
}

const toHeaders = (lines: readonly HeaderLine[]) => lines.map(([name, value]) => ({ name, value }))
