import { onTestFinished } from 'vitest'
import type { InboxView, LogEntry } from '../../src/index.ts'
import { createInboxPage, type InboxPageOptions } from '../../src/page/create-inbox-page.ts'
import { useInbox } from '../inbox/start-inbox.ts'
import { ask, type WireRequest } from '../wire.ts'

export type Asked = Omit<WireRequest, 'path'>

/** Starts an empty inbox and its page on a free port; both stop when the test ends. */
export function usePage() {
  const startInbox = useInbox()
  return async (limits: InboxPageOptions['limits'] = {}) => {
    const inbox = await startInbox()
    const opened = await openPage(inbox.view, { limits })
    onTestFinished(() => opened.page.close())
    return { ...inbox, ...opened }
  }
}

/** Opens the page of an inbox on a free port. The caller closes it. */
export async function openPage(view: InboxView, given: Partial<InboxPageOptions> = {}) {
  const logs: LogEntry[] = []
  const page = createInboxPage(view, {
    environment: 'development',
    callbackUrl: 'http://127.0.0.1:4020/webhooks',
    logger: (entry) => logs.push(entry),
    ...given,
  })
  const url = await page.listen({ host: '127.0.0.1', port: 0 })
  /** Sends one request on a new connection. */
  const request = async (path: string, asked: Asked = {}) => {
    const response = await ask(url, { method: 'GET', ...asked, path })
    const lines = response.head.toLowerCase().split('\r\n').slice(1)
    const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2)))
    return { ...response, headers: headers as Record<string, string> }
  }
  const json = async (path: string, asked?: Asked) => {
    const { status, text } = await request(path, asked)
    return { status, body: JSON.parse(text) }
  }
  return {
    page,
    url,
    logs,
    request,
    json,
    post: (path: string, body = '{}') =>
      json(path, {
        method: 'POST',
        headers: [['Content-Type', 'application/json']],
        body: Buffer.from(body),
      }),
  }
}
