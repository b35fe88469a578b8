import type { Database } from '@partner-platform/database'
import { onTestFinished } from 'vitest'
import { createInbox, type LogEntry } from '../../src/index.ts'
import { createInboxPage, type InboxPageOptions } from '../../src/page/create-inbox-page.ts'
import { deliveryOf, eventWith, nowMs, refusedWith } from '../deliveries.ts'
import { ask, type WireRequest } from '../wire.ts'

export type Asked = Omit<WireRequest, 'path'>

/** The page of a real inbox on a free port; both stop when the test ends. */
export async function startPage(database: Database, given: Partial<InboxPageOptions> = {}) {
  const started = await openPage(database, given)
  onTestFinished(started.close)
  return started
}

/** The same for several tests. */
export async function openPage(database: Database, given: Partial<InboxPageOptions> = {}) {
  const inbox = await createInbox(database, { environment: 'development', now: () => nowMs })
  const logs: LogEntry[] = []
  const page = createInboxPage(inbox.view, {
    environment: 'development',
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
    inbox,
    page,
    url,
    logs,
    request,
    json,
    async close() {
      await page.close()
      await inbox.close()
    },
    post: (path: string, body = '{}') =>
      json(path, {
        method: 'POST',
        headers: [['Content-Type', 'application/json']],
        body: Buffer.from(body),
      }),
    add(changes: Parameters<typeof eventWith>[0] = {}) {
      const event = eventWith(changes)
      return inbox.add(event, deliveryOf(JSON.stringify(event)))
    },
    /** Puts a verified body in quarantine, and returns the id of its entry. */
    async quarantine(...[body, refused]: Parameters<typeof refusedWith>): Promise<string> {
      const given = { verified: true, code: 'invalid-payload', ...refused } as const
      await inbox.quarantine(refusedWith(body, given))
      return (await json('/api/entries')).body.entries[0].id
    },
  }
}
