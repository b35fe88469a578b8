import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from '@partner-platform/harness'

export type ReceivedRequest = {
  method: string
  path: string
  rawHeaders: string[]
  headers: IncomingMessage['headers']
  headersDistinct: Record<string, string[] | undefined>
  body: Buffer
}

type Answer = (response: ServerResponse, request: ReceivedRequest) => void

/** A partner's endpoint on a free port that records all requests, until the test ends. */
export async function startReceiver(answer: Answer = (response) => response.writeHead(202).end()) {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', rawHeaders, headers, headersDistinct } = request
    const body = await buffer(request)
    const received = { method, path: url, rawHeaders, headers, headersDistinct, body }
    requests.push(received)
    answer(response, received)
  })
  const port = await listen(server)
  return { url: `http://127.0.0.1:${port}/hook`, port, requests, server }
}
