import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { TargetGuard } from './guard/create-target-guard.ts'
import { toPort } from './guard/find-url-problem.ts'

/** Starts to connect. `host` is an IP address, never a name. */
export type Connect = (to: { host: string; port: number }) => Socket

export type Destination = {
  url: URL
  /** Allowed addresses, written like a URL's `hostname`. */
  addresses: readonly string[]
  guard: Pick<TargetGuard, 'holds'>
  connect?: Connect | undefined
  /** Total for all addresses, which are tried in turn. */
  timeoutMs: number
}

export type Connection =
  | { ok: true; socket: Socket }
  | { ok: false; outcome: 'blocked' | 'timed-out' | 'broken' }

// A name with a hundred addresses must not cause a hundred connections.
const mostTried = 4

/**
 * Connects to the first address that answers, with TLS for `https`. Checks the remote address before it
 * writes anything, even a TLS handshake. Each address gets an equal share of the time.
 * @see specs/decisions/ D-011 and D-025
 */
export async function openConnection(to: Destination, signal: AbortSignal): Promise<Connection> {
  const socket = await openSocket(to, signal)
  if (!socket) return { ok: false, outcome: signal.aborted ? 'timed-out' : 'broken' }
  if (!to.guard.holds(socket.remoteAddress, to.addresses)) {
    socket.destroy()
    return { ok: false, outcome: 'blocked' }
  }
  if (to.url.protocol !== 'https:') return { ok: true, socket }
  const secured = startTls(socket, to.url)
  if (await becomes(secured, { event: 'secureConnect', signal }))
    return { ok: true, socket: secured }
  socket.destroy()
  return { ok: false, outcome: signal.aborted ? 'timed-out' : 'broken' }
}

async function openSocket(
  { url, addresses, connect = connectTcp, timeoutMs }: Destination,
  signal: AbortSignal,
): Promise<Socket | null> {
  const tried = addresses.slice(0, mostTried)
  const port = toPort(url)
  for (const [index, address] of tried.entries()) {
    if (signal.aborted) return null
    const socket = connect({ host: toHost(address), port })
    const isLast = index === tried.length - 1
    const giveUp = () => socket.destroy(new Error('The address did not answer in time.'))
    const share = isLast ? undefined : setTimeout(giveUp, timeoutMs / tried.length)
    const isOpen = await becomes(socket, { event: 'connect', signal })
    clearTimeout(share)
    if (isOpen) return socket
  }
  return null
}

/** The certificate must be valid, whatever the environment variables say. */
function startTls(socket: Socket, { hostname }: URL): Socket {
  const host = toHost(hostname).replace(/\.$/, '')
  return connectTls({
    socket,
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  })
}

const toHost = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')

type Awaited = { event: 'connect' | 'secureConnect'; signal: AbortSignal }

/** Whether the event comes before an error or abort. If not, destroys the socket. */
async function becomes(socket: Socket, { event, signal }: Awaited): Promise<boolean> {
  // Without a listener, a later error would end the process.
  socket.on('error', () => {})
  try {
    await once(socket, event, { signal })
    return true
  } catch {
    socket.destroy()
    return false
  }
}
