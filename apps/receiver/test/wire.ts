import { connect } from 'node:net'

export type WireRequest = {
  method?: string
  path: string
  headers?: readonly (readonly [string, string])[]
  body?: Uint8Array
}

export type WireResponse = { status: number; head: string; text: string }

/** Sends one request, byte for byte as it is given, and reads until the server closes. */
export async function ask(url: string, request: WireRequest): Promise<WireResponse> {
  const { hostname, port } = new URL(url)
  const { method = 'POST', path, headers = [], body = new Uint8Array() } = request
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(headers.some(([name]) => name === 'Host') ? [] : [`Host: ${hostname}:${port}`]),
    'Connection: close',
    ...(method === 'GET' ? [] : [`Content-Length: ${body.length}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  const chunks: Buffer[] = []
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]))
  await new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => resolve())
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // What was already received counts, also where the server then reset the connection.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
  })
  const [head = '', text = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(head)?.[1]), head, text }
}
