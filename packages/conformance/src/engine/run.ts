import { once, setMaxListeners } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { constants } from '@partner-platform/types'
import { ConformanceError } from '../errors.ts'
import { type Answer, describeAnswer, exchange, kindOf, type Outgoing } from '../http/exchange.ts'
import type { RunOptions } from '../run-options.ts'

/** What was sent, and what came back. */
export type Sent = { outgoing: Outgoing; answer: Answer }

/** Whether a call was answered whole, with the status. */
export const hasStatus = ({ answer }: Sent, status: number) =>
  answer.end === 'answered' && answer.status === status

/** The connection of a run to its target. */
export type Run = {
  now: () => number
  send: (outgoing: Outgoing) => Promise<Sent>
  /** How many answers so far said that there were too many requests. */
  limited: () => number
  /** Whether the target has answered nothing for so long that more waiting teaches nothing. */
  isSilent: () => boolean
  /** Rejects with a `ConformanceError` once the caller's signal is aborted. */
  throwIfAborted: () => void
}

type OpenRunOptions = RunOptions & { target: URL; answerLimitBytes: number }

const tooManyRequests = 429
/** After this many exchanges in a row without an answer, the rest is skipped. */
const silentLimit = 3

/** Opens a run: the target accepts connections. */
export async function openRun(options: OpenRunOptions): Promise<Run> {
  const { target, answerLimitBytes, now = Date.now } = options
  const { fetchTimeoutMs: timeoutMs = constants.attemptTimeoutMs } = options
  const signal = AbortSignal.any(options.signal ? [options.signal] : [])
  // Many exchanges at once listen to it.
  setMaxListeners(0, signal)
  const throwIfAborted = () => {
    if (!signal.aborted) return
    throw new ConformanceError('aborted', 'The run was aborted before its end.', {
      cause: signal.reason,
    })
  }
  throwIfAborted()
  const connectMs = Math.min(timeoutMs, constants.connectTimeoutMs)
  await assertReachable(target, connectMs, signal).catch((error: unknown) => {
    throwIfAborted()
    throw error
  })
  let silent = 0
  let limited = 0
  return {
    now,
    limited: () => limited,
    isSilent: () => silent >= silentLimit,
    throwIfAborted,
    async send(outgoing) {
      const answer = await exchange(outgoing, { timeoutMs, answerLimitBytes, signal })
      throwIfAborted()
      silent = kindOf(answer) === 'silent' ? silent + 1 : 0
      if (answer.status === tooManyRequests) limited++
      return { outgoing, answer }
    },
  }
}

/** The different answers to all that was sent, in the order in which they came. */
export const describeSent = (sent: readonly Sent[]) =>
  [...new Set(sent.map(({ answer }) => describeAnswer(answer).replace(/ in \d+ ms/, '')))].join(
    ', ',
  )

/** Throws a `ConformanceError` unless something accepts a connection at the URL, TLS included. */
async function assertReachable(url: URL, timeoutMs: number, signal: AbortSignal): Promise<void> {
  const socket = open(url)
  // An error after the connection must not end the process.
  socket.on('error', () => {})
  try {
    const event = socket instanceof tls.TLSSocket ? 'secureConnect' : 'connect'
    await once(socket, event, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException
    const reason = name === 'AbortError' ? 'no connection' : (code ?? message)
    throw new ConformanceError(
      'unreachable',
      `${url.origin} is unreachable: ${reason} within ${timeoutMs} ms.`,
      { cause: error },
    )
  } finally {
    socket.destroy()
  }
}

function open({ protocol, hostname, port }: URL): net.Socket {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'http:') return net.connect({ host, port: Number(port || 80) })
  const servername = net.isIP(host) ? {} : { servername: host }
  return tls.connect({ host, port: Number(port || 443), ...servername })
}
