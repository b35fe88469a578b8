import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type ReceivedRequest = {
  method: string
  path: string
  rawHeaders: string[]
  headers: IncomingMessage['headers']
  headersDistinct: Record<string, string[] | undefined>
  body: Buffer
}

type Answer = (response: ServerResponse, request: ReceivedRequest) => void

/** `openReceiver` for one test: closes when the test ends. */
export async function startReceiver(answer?: Answer) {
  const { close, ...receiver } = await openReceiver(answer)
  onTestFinished(close)
  return receiver
}

/** A partner's endpoint on a free port that records all requests. */
export async function openReceiver(answer: Answer = (response) => response.writeHead(202).end()) {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', rawHeaders, headers, headersDistinct } = request
    const body = Buffer.concat(chunks)
    const received = { method, path: url, rawHeaders, headers, headersDistinct, body }
    requests.push(received)
    answer(response, received)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, port, requests, server, close }
}
