import { exchangeBytes } from '@partner-platform/settings/testing'

export type WireRequest = {
  method?: string
  path: string
  headers?: readonly (readonly [string, string])[]
  body?: Uint8Array
}

export type WireResponse = { status: number; head: string; text: string }

/** Sends one request as given, and reads until the server closes. */
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

/** Sends bytes on a new connection, and reads until the server closes it. */
export async function exchange(url: string, bytes: string | Uint8Array): Promise<WireResponse[]> {
  const responses: WireResponse[] = []
  let rest = await exchangeBytes(url, bytes)
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
