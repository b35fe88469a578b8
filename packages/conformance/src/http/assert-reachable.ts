import net from 'node:net'
import tls from 'node:tls'
import { ConformanceError } from '../errors.ts'

/**
 * Passes when something accepts a connection at the URL's host and port, TLS included; throws a
 * `ConformanceError` of code `unreachable` otherwise.
 */
export async function assertReachable(
  url: URL,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  const socket = open(url)
  const stop = () => socket.destroy(new Error('no connection in time'))
  const timer = setTimeout(stop, timeoutMs)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    await connected(socket)
  } catch (error) {
    throw new ConformanceError(
      'unreachable',
      `${url.origin} is unreachable: expected a connection within ${timeoutMs} ms, received ${codeOf(error)}.`,
      { cause: error },
    )
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}

function open({ protocol, hostname, port }: URL): net.Socket {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'http:') return net.connect({ host, port: Number(port || 80) })
  const servername = net.isIP(host) ? {} : { servername: host }
  return tls.connect({ host, port: Number(port || 443), ...servername })
}

function connected(socket: net.Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(socket instanceof tls.TLSSocket ? 'secureConnect' : 'connect', () => resolve())
    // Also when it is destroyed later, which must not end the process.
    socket.on('error', reject)
    socket.once('close', () => reject(new Error('closed')))
  })
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
