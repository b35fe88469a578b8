import type { ServerResponse } from 'node:http'
import { type ClientOptions, createClient } from '../src/index.ts'
import { startServer } from './start-server.ts'

export const apiKey = 'ppk_dev_0123456789'

/** The start of a raw 200 with a JSON body. */
export const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'

/** Calls a server that gives every request the same answer. */
export async function exchange(
  answer: (response: ServerResponse) => void,
  options: Partial<ClientOptions> = {},
) {
  await using server = await startServer(answer)
  const client = createClient({ baseUrl: server.url, apiKey, retries: 0, ...options })
  const result = await client.listCountries()
  return { result, requests: server.requests, url: server.url }
}
