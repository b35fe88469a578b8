import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { BlockList, Socket } from 'node:net'
import type { HttpLimits } from './http-limits.ts'
import { isListed, toNetwork } from './proxies.ts'

/** Connections that share a limit: their number, and the silent ones, the longest silent first. */
type Group = {
  most: number
  count: number
  silent: Set<Connection>
  /** Those with one request in flight whose body may not have fully arrived, the oldest first. */
  arriving: Set<Connection>
}

type Connection = {
  socket: Socket
  groups: readonly Group[]
  /** Requests whose answer is not complete. */
  inFlight: number
  /** Bytes received when it was last checked. */
  seenBytes: number
  /** The newest one. */
  request: IncomingMessage | undefined
}

type Bounds = Pick<HttpLimits, 'connections' | 'connectionsPerAddress'> & {
  /** Addresses without their own limit: only the limit for all connections applies to them. */
  proxies: BlockList
}

/**
 * Limits the connections of a server, in total and per address. At a limit, the connection that has been
 * silent the longest makes room for the new one: it waits for no answer, and has not sent a complete
 * request head. Connections that are sending come next, then the oldest whose request has not fully arrived.
 * If every connection waits for the answer to a complete request, the new one is dropped. The cost per
 * connection and request is constant.
 *
 * @returns a function to call with each request: its connection stays until the answer is complete
 */
export function boundConnections(
  server: Server,
  { connections, connectionsPerAddress, proxies }: Bounds,
): (socket: Socket, response: ServerResponse) => void {
  const createGroup = (most: number): Group => ({
    most,
    count: 0,
    silent: new Set(),
    arriving: new Set(),
  })
  const all = createGroup(connections)
  const byNetwork = new Map<string, Group>()
  const bySocket = new WeakMap<Socket, Connection>()

  const groupOf = (network: string): Group => {
    const group = byNetwork.get(network) ?? createGroup(connectionsPerAddress)
    byNetwork.set(network, group)
    return group
  }
  const dropEmpty = (network: string | null) => {
    if (network !== null && byNetwork.get(network)?.count === 0) byNetwork.delete(network)
  }
  const forget = (connection: Connection) => {
    if (!bySocket.delete(connection.socket)) return
    for (const group of connection.groups) {
      group.count -= 1
      group.silent.delete(connection)
      group.arriving.delete(connection)
    }
  }
  const makeRoom = (group: Group): boolean => {
    if (group.count < group.most) return true
    const longest = findLongestSilent(group) ?? findOldestArriving(group)
    if (!longest) return false
    forget(longest)
    longest.socket.destroy()
    return true
  }

  server.prependListener('connection', (socket: Socket) => {
    // A caller that is already gone has no address.
    const { remoteAddress: address = '' } = socket
    const network = address === '' || isListed(proxies, address) ? null : toNetwork(address)
    const groups = network === null ? [all] : [groupOf(network), all]
    if (!groups.every(makeRoom)) {
      dropEmpty(network)
      return void socket.destroy()
    }
    const connection: Connection = { socket, groups, inFlight: 0, seenBytes: 0, request: undefined }
    bySocket.set(socket, connection)
    for (const group of groups) {
      group.count += 1
      group.silent.add(connection)
    }
    socket.once('close', () => {
      forget(connection)
      dropEmpty(network)
    })
  })

  return (socket, response) => {
    const connection = bySocket.get(socket)
    if (!connection) return
    connection.inFlight += 1
    connection.request = response.req
    for (const { silent, arriving } of connection.groups) {
      silent.delete(connection)
      // With two requests in flight, the first one is complete.
      if (connection.inFlight === 1) arriving.add(connection)
      else arriving.delete(connection)
    }
    response.once('close', () => {
      connection.inFlight -= 1
      for (const { arriving } of connection.groups) arriving.delete(connection)
      if (connection.inFlight === 0 && bySocket.has(socket)) queue(connection)
    })
  }
}

/** Puts a connection behind all other silent connections. */
function queue(connection: Connection): void {
  connection.seenBytes = connection.socket.bytesRead
  for (const { silent } of connection.groups) {
    silent.delete(connection)
    silent.add(connection)
  }
}

/** A head without its body must not hold a connection any longer than silence does. */
function findOldestArriving({ arriving }: Group): Connection | undefined {
  for (const connection of arriving) {
    if (!connection.request?.complete) return connection
    arriving.delete(connection)
  }
  return undefined
}

/** Moves connections that have sent bytes since their last check to the end. If all have, returns the first. */
function findLongestSilent({ silent }: Group): Connection | undefined {
  for (let left = silent.size; left > 0; left--) {
    const [first] = silent
    if (!first || first.socket.bytesRead === first.seenBytes) return first
    queue(first)
  }
  const [first] = silent
  return first
}
