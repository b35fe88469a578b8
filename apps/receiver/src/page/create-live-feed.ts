import type { ServerResponse } from 'node:http'
import type { InboxView } from '../inbox/inbox-view.ts'
import { securityHeaders } from './create-page-app.ts'

export type LiveFeedOptions = {
  /** Maximum pages that watch at once. */
  viewers: number
  /** How often an idle stream is kept alive. */
  heartbeatMs: number
}

const headers = { ...securityHeaders, 'content-type': 'text/event-stream', connection: 'close' }
const change = 'data: change\n\n'
const heartbeat = ':\n\n'
/** When a page reconnects after its stream broke, in milliseconds. */
const reconnectAfter = 'retry: 1000\n\n'

/**
 * Notifies pages of changes with server-sent events; pages then fetch the changes. All messages are equal, so
 * a slow page can skip some and miss nothing.
 */
export function createLiveFeed(
  view: Pick<InboxView, 'watch'>,
  { viewers, heartbeatMs }: LiveFeedOptions,
) {
  const streams = new Set<ServerResponse>()
  let isClosed = false
  const send = (message: string) => {
    for (const stream of streams) if (!stream.writableNeedDrain) stream.write(message)
  }
  let stop = () => {}
  const start = () => {
    const unwatch = view.watch(() => send(change))
    const timer = setInterval(() => send(heartbeat), heartbeatMs)
    stop = () => {
      clearInterval(timer)
      unwatch()
    }
  }
  return {
    /** Notifies a page of changes until either side closes. False if no more pages can watch. */
    add(stream: ServerResponse): boolean {
      if (isClosed || streams.size >= viewers) return false
      if (streams.size === 0) start()
      streams.add(stream)
      stream.on('error', () => stream.destroy())
      // A half-closed connection means that the page is gone.
      stream.socket?.once('end', () => stream.destroy())
      stream.once('close', () => {
        if (streams.delete(stream) && streams.size === 0) stop()
      })
      stream.writeHead(200, headers)
      stream.write(reconnectAfter)
      return true
    },
    /** Ends every stream. Pages reconnect by themselves. */
    close(): void {
      isClosed = true
      for (const stream of streams) stream.end()
    },
  }
}
