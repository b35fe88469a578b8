import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { toPort } from './guard/find-url-problem.ts'

/** Starts to connect to an address, which is never a name. */
export type Connect = (to: { host: string; port: number }) => Socket

export type Destination = {
  url: URL
  /** Where it may go, in the form of a URL's `hostname`. */
  addresses: readonly string[]
  /** Whether the far end of the socket is one of them. */
  holds(remoteAddress: string | undefined): boolean
  connect?: Connect | undefined
  /** Shared by the addresses that are tried one after the other. */
  timeoutMs: number
}

export type Connection =
  | { ok: true; socket: Socket }
  | { ok: false; outcome: 'blocked' | 'timed-out' | 'broken' }

// A name with a hundred addresses must not cause a hundred connections.
const mostTried = 4

/**
 * Connects to the first address that answers, with TLS if the URL asks for it. Writes nothing, not even
 * a TLS greeting, before the far end is checked. An address has its share of the time to answer.
 * @see specs/decisions/ D-011 and D-025
 */
export async function openConnection(to: Destination, signal: AbortSignal): Promise<Connection> {
  const socket = await openSocket(to, signal)
  if (!socket) return { ok: false, outcome: signal.aborted ? 'timed-out' : 'broken' }
  if (!to.holds(socket.remoteAddress)) {
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

/** The certificate must be valid, whatever the environment variables of the process say. */
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

/** Whether the event comes before an error or the abort; if not, destroys the socket. */
async function becomes(socket: Socket, { event, signal }: Awaited): Promise<boolean> {
  // Without a listener an error that comes later would end the process.
  socket.on('error', () => {})
  try {
    await once(socket, event, { signal })
    return true
  } catch {
    socket.destroy()
    return false
  }
}
