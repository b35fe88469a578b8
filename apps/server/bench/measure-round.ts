import { connect } from 'node:net'
import { cpus } from 'node:os'
import type { Contestant } from './start-contestant.ts'

type Load = { connections: number; durationMs: number }

export type Round = {
  perSecond: number
  /** CPU time of the server for one answer, in microseconds. */
  cpuUs: number
  /** Share of one core that the server used. */
  busy: number
  /** Share of the machine that neither the server nor this client used. */
  others: number
}

/** One server under load. */
export async function measureRound(
  contestant: Contestant,
  request: Buffer,
  load: Load,
): Promise<Round> {
  const before = { server: await contestant.cpuUs(), all: machineCpuUs(), own: process.cpuUsage() }
  const { answers, seconds } = await measureLoad(contestant.origin, request, load)
  const own = process.cpuUsage(before.own)
  const serverUs = (await contestant.cpuUs()) - before.server
  const othersUs = machineCpuUs() - before.all - serverUs - own.user - own.system
  return {
    perSecond: answers / seconds,
    cpuUs: serverUs / answers,
    busy: serverUs / 1e6 / seconds,
    others: Math.max(othersUs / 1e6 / seconds / cpus().length, 0),
  }
}

/** CPU time that everything on this machine has used so far, in microseconds. */
const machineCpuUs = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) * 1000

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
