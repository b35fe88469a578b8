import type { ServerResponse } from 'node:http'
import type { InboxView } from '../inbox/inbox-view.ts'
import { securityHeaders } from './create-page-app.ts'

export type LiveFeedOptions = {
  /** Maximum pages that watch at once. */
  viewers: number
  /** How often an idle stream is kept alive. */
  heartbeatMs: number
}

export type LiveFeed = {
  /** Notifies a page of changes until either side closes. False if no more pages can watch. */
  add(response: ServerResponse): boolean
  /** Ends every stream. Pages reconnect by themselves. */
  close(): void
}

const headers = { ...securityHeaders, 'content-type': 'text/event-stream', connection: 'close' }
const change = 'data: change\n\n'
const heartbeat = ':\n\n'
/** When a page reconnects after its stream broke, in milliseconds. */
const reconnectAfter = 'retry: 1000\n\n'

/**
 * Tells pages that something changed, as server-sent events. Pages then fetch the changes. Messages are all
 * equal, so a slow page can skip some and miss nothing.
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
      // A half-closed connection means that the page is gone.
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
