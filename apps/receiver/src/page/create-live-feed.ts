import type { ServerResponse } from 'node:http'
import type { InboxView } from '../inbox/inbox-view.ts'
import { securityHeaders } from './create-page-app.ts'

export type LiveFeedOptions = {
  /** Most pages that watch at once. */
  viewers: number
  /** How often a silent line is kept alive. */
  heartbeatMs: number
}

export type LiveFeed = {
  /** Tells a page of every change until either end closes. False where it can take no more. */
  add(response: ServerResponse): boolean
  /** Ends every line. Pages connect again by themselves. */
  close(): void
}

const headers = { ...securityHeaders, 'content-type': 'text/event-stream', connection: 'close' }
const change = 'data: change\n\n'
const heartbeat = ':\n\n'
/** Of a page whose line broke, in milliseconds. */
const reconnectAfter = 'retry: 1000\n\n'

/**
 * Tells pages that something changed, as server-sent events; they ask what. Each message is the same,
 * so a page that does not keep up is skipped and misses nothing.
 */
export function createLiveFeed(
  view: Pick<InboxView, 'watch'>,
  { viewers, heartbeatMs }: LiveFeedOptions,
): LiveFeed {
  const lines = new Set<ServerResponse>()
  let isClosed = false
  const tell = (message: string) => {
    for (const line of lines) if (!line.writableNeedDrain) line.write(message)
  }
  let stop = () => {}
  const start = () => {
    const unwatch = view.watch(() => tell(change))
    const timer = setInterval(() => tell(heartbeat), heartbeatMs)
    stop = () => {
      clearInterval(timer)
      unwatch()
    }
  }
  return {
    add(line) {
      if (isClosed || lines.size >= viewers) return false
      if (lines.size === 0) start()
      lines.add(line)
      line.on('error', () => line.destroy())
      // The server lets callers stop sending and wait on; here it means that the page is gone.
      line.socket?.once('end', () => line.destroy())
      line.once('close', () => {
        if (lines.delete(line) && lines.size === 0) stop()
      })
      line.writeHead(200, headers)
      line.write(reconnectAfter)
      return true
    },
    close() {
      isClosed = true
      for (const line of lines) line.end()
    },
  }
}
