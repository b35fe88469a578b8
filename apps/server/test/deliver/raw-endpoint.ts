import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished, vi } from 'vitest'

/** What an endpoint saw, so that a test knows that its fault landed. */
export type RawEndpoint = {
  port: number
  /** Connections, answered or not. */
  connections: number
  receivedBytes: number
  /** Requests with a complete body. */
  requests: string[]
  /** Connections that are still open on this side. */
  open: Set<Socket>
}

/** Performs the fault on a connection after a complete request has arrived. */
export type Act = (socket: Socket, request: string) => void

export type RawOptions = {
  host?: string
  /** Called on connection, before anything arrives. @default nothing */
  onConnect?: (socket: Socket) => void
}

/**
 * An endpoint on a free port that speaks bytes instead of HTTP. It keeps connections open until the
 * other side or `act` closes them, and is stopped when the test ends.
 */
export async function startRawEndpoint(act: Act, options: RawOptions = {}): Promise<RawEndpoint> {
  const endpoint: RawEndpoint = {
    port: 0,
    connections: 0,
    receivedBytes: 0,
    requests: [],
    open: new Set<Socket>(),
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    endpoint.connections += 1
    endpoint.open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => endpoint.open.delete(socket))
    // Close when the other side does, unless `act` did something else.
    socket.on('end', () => socket.destroy())
    options.onConnect?.(socket)
    readRequest(socket, { endpoint, act })
  })
  server.listen(0, options.host ?? '127.0.0.1')
  await once(server, 'listening')
  endpoint.port = (server.address() as AddressInfo).port
  onTestFinished(async () => {
    for (const socket of endpoint.open) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return endpoint
}

function readRequest(socket: Socket, { endpoint, act }: { endpoint: RawEndpoint; act: Act }) {
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    endpoint.receivedBytes += chunk.length
    text += chunk.toString('latin1')
    const end = text.indexOf('\r\n\r\n')
    const length = Number(/\r\ncontent-length: ([0-9]+)/i.exec(text)?.[1] ?? 0)
    if (end < 0 || text.length < end + 4 + length) return
    endpoint.requests.push(text)
    const request = text
    text = ''
    act(socket, request)
  })
}

/** Waits until the endpoint has had this many connections and all are closed. */
export async function closedAfter(endpoint: RawEndpoint, connections: number): Promise<void> {
  await vi.waitFor(
    () => {
      if (endpoint.connections < connections) throw new Error('A connection is not there yet.')
      if (endpoint.open.size > 0) throw new Error('A connection is still open.')
    },
    { timeout: 2_000, interval: 2 },
  )
}

/** Keeps writing the same bytes, as fast as they are read. */
export function flood(socket: Socket, bytes: string | Buffer): void {
  const more = () => {
    if (socket.destroyed) return
    while (socket.write(bytes) && !socket.destroyed);
    socket.once('drain', more)
  }
  more()
}

/** Writes the same bytes every few milliseconds, and calls `onDrip` each time. */
export function drip(socket: Socket, { bytes, onDrip }: { bytes: string; onDrip: () => void }) {
  const timer = setInterval(() => {
    if (socket.destroyed) return clearInterval(timer)
    onDrip()
    socket.write(bytes)
  }, 10)
  socket.on('close', () => clearInterval(timer))
}
