import { connect, type Socket } from 'node:net'

export type WireRequest = {
  method?: string
  path: string
  headers?: readonly (readonly [string, string])[]
  body?: Uint8Array
}

export type WireResponse = { status: number; head: string; text: string }

/** Sends one request, byte for byte as it is given, and reads until the server closes. */
export async function ask(url: string, request: WireRequest): Promise<WireResponse> {
  const { host } = new URL(url)
  const { method = 'POST', path, headers = [], body = new Uint8Array() } = request
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(headers.some(([name]) => name === 'Host') ? [] : [`Host: ${host}`]),
    'Connection: close',
    ...(method === 'GET' ? [] : [`Content-Length: ${body.length}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  const bytes = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body])
  const [response, ...others] = await exchange(url, bytes)
  if (!response || others.length > 0) throw new Error('Expected exactly one response.')
  return response
}

type ExchangeOptions = {
  /** Called whenever something came. */
  onData?: (socket: Socket) => void
}

/** Sends bytes on a connection of their own, and reads until the server closes it. */
export async function exchange(
  url: string,
  bytes: string | Uint8Array,
  { onData = () => {} }: ExchangeOptions = {},
): Promise<WireResponse[]> {
  const { hostname, port } = new URL(url)
  const chunks: Buffer[] = []
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(bytes)
  await new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      onData(socket)
    })
    socket.on('close', () => resolve())
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // What was already received counts, also where the server then reset the connection.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
  })
  return toResponses(Buffer.concat(chunks))
}

function toResponses(bytes: Buffer): WireResponse[] {
  const responses: WireResponse[] = []
  let rest = bytes
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error('The response has no end of headers.')
    const head = rest.subarray(0, end).toString('latin1')
    const length = Number(/\r\ncontent-length: ([0-9]+)/i.exec(head)?.[1] ?? 0)
    const text = rest.subarray(end + 4, end + 4 + length).toString()
    responses.push({ status: Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(head)?.[1]), head, text })
    rest = rest.subarray(end + 4 + length)
  }
  return responses
}
