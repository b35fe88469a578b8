import { connect } from 'node:net'
import type { Contestant } from './start-contestant.ts'

type Load = { connections: number; durationMs: number }

/** One server under load: answers per second, and its CPU time for one. */
export async function measureRound(contestant: Contestant, request: Buffer, load: Load) {
  const beforeUs = await contestant.cpuUs()
  const { answers, seconds } = await measureLoad(contestant.origin, request, load)
  const usedUs = (await contestant.cpuUs()) - beforeUs
  return { 'requests/s': answers / seconds, 'CPU µs': usedUs / answers }
}

/**
 * Asks on `connections` connections that are kept alive, each for its next answer as soon as it has
 * the last one, and counts answers. Rejects on any status but 200.
 *
 * It reads no more of an answer than its status and length: a client that parses as carefully as a
 * server does needs as much time as the leanest server here, and would be what is measured.
 */
async function measureLoad(origin: string, request: Buffer, { connections, durationMs }: Load) {
  const { hostname, port } = new URL(origin)
  const startMs = performance.now()
  let answers = 0
  const ask = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const onAnswer = () => {
      answers += 1
      if (performance.now() - startMs < durationMs) socket.write(request)
      else socket.destroy()
    }
    const read = createAnswerReader(onAnswer)
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
    socket.on('connect', () => socket.write(request))
    socket.on('error', reject)
    socket.on('close', () => resolve())
    return promise
  }
  const asked = Array.from({ length: connections }, ask)
  await stayAwakeUntil(Promise.all(asked))
  return { answers, seconds: (performance.now() - startMs) / 1000 }
}

/**
 * Keeps this process from sleeping: to wake it is work of the server's core, which a slow server would
 * do for every answer and a fast one for hardly any.
 */
async function stayAwakeUntil(ended: Promise<unknown>): Promise<void> {
  let isOver = false
  const spin = () => {
    if (!isOver) setImmediate(spin)
  }
  spin()
  await ended.finally(() => {
    isOver = true
  })
}

/** Takes the bytes of a connection as they come, and calls `onAnswer` at the end of each answer. */
function createAnswerReader(onAnswer: () => void): (chunk: Buffer) => void {
  let head = ''
  let missingBytes = 0
  return (chunk) => {
    let bodyBytes = chunk.length
    if (missingBytes === 0) {
      const earlier = head.length
      head += chunk.toString('latin1', 0, 2_048)
      const headEnd = head.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = /\r\ncontent-length: ([0-9]+)\r\n/i.exec(head)
      if (!head.startsWith('HTTP/1.1 200 ') || !length) {
        throw new Error(`Expected 200 and a length, received ${head.split('\r\n')[0]}.`)
      }
      missingBytes = Number(length[1])
      bodyBytes = chunk.length - (headEnd + 4 - earlier)
      head = ''
    }
    missingBytes -= bodyBytes
    if (missingBytes === 0) onAnswer()
  }
}
