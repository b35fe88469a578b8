import type { Database } from '@partner-platform/database'
import { onTestFinished } from 'vitest'
import { createInbox, type LogEntry } from '../../src/index.ts'
import { createInboxPage, type InboxPageOptions } from '../../src/page/create-inbox-page.ts'
import { deliveryOf, eventWith, nowMs, refusedWith } from '../deliveries.ts'
import { ask, type WireRequest } from '../wire.ts'

export type Asked = Omit<WireRequest, 'path'>

/** The page of a real inbox on a free port; both are stopped when the test ends. */
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
  /** Sends one request as it is given, over a socket of its own. */
  const request = async (path: string, asked: Asked = {}) => {
    const response = await ask(url, { method: 'GET', ...asked, path })
    return { ...response, headers: toHeaders(response.head) }
  }
  return {
    ...{ inbox, page, url, logs, request },
    async close() {
      await page.close()
      await inbox.close()
    },
    async json(path: string, asked?: Asked) {
      const { status, text } = await request(path, asked)
      return { status, body: JSON.parse(text) }
    },
    add: (changes: Parameters<typeof eventWith>[0] = {}) => {
      const event = eventWith(changes)
      return inbox.add(event, deliveryOf(JSON.stringify(event)))
    },
    quarantine: (...[body, refused]: Parameters<typeof refusedWith>) =>
      inbox.quarantine(refusedWith(body, refused)),
  }
}

function toHeaders(head: string): Record<string, string> {
  const lines = head.split('\r\n').slice(1)
  return Object.fromEntries(lines.map((line) => line.toLowerCase().split(/: (.*)/s, 2)))
}
