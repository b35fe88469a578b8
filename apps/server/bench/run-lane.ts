import { connect } from 'node:net'
import { createMessageReader } from './read-messages.ts'

/**
 * Sends requests on one keep-alive connection, each as soon as the previous one is answered, until `next`
 * returns null. Rejects on any status but 2xx, and if a request gets no answer.
 */
export function runLane(origin: string, next: () => Buffer | null): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { hostname, port } = new URL(origin)
  const send = () => {
    const request = next()
    if (request) return socket.write(request)
    resolve()
    socket.destroy()
  }
  const read = createMessageReader((head) => {
    if (!/^HTTP\/1\.1 2\d\d /.test(head))
      throw new Error(`Expected a 2xx status, received ${head.split('\r\n')[0]}.`)
    send()
  })
  const socket = connect({
    host: hostname,
    port: Number(port),
    onread: {
      buffer: Buffer.allocUnsafe(65_536),
      callback(byteCount, buffer) {
        try {
          read(Buffer.from(buffer.buffer, buffer.byteOffset, byteCount))
        } catch (error) {
          socket.destroy(error as Error)
        }
        return true
      },
    },
  })
  socket.on('connect', send)
  socket.on('error', reject)
  const unanswered = 'The server closed the connection before it answered.'
  socket.on('close', () => reject(new Error(unanswered)))
  return promise
}
