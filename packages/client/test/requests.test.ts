import type { ServerResponse } from 'node:http'
import { operations, servers } from '@partner-platform/types'
import { describe, expect, it } from 'vitest'
import { type AuthForm, createClient } from '../src/index.ts'

import { bodies } from './answers.ts'
import { apiKey, exchange } from './exchange.ts'
import { reply, startServer } from './start-server.ts'

const success = (response: ServerResponse) => reply(response, 200, { body: bodies[200] })

describe('request', () => {
  const forms: [string, AuthForm | undefined, [string, string]][] = [
    ['5.2 the key as a bearer token', 'bearer', ['authorization', `Bearer ${apiKey}`]],
    ['5.2 the key as a header of its own', 'x-api-key', ['x-api-key', apiKey]],
    ['5.2 the key as a bearer token unless told', undefined, ['authorization', `Bearer ${apiKey}`]],
  ]
  it.each(forms)('%s, on one line and in no other', async (_, auth, line) => {
    const { requests } = await exchange(success, { auth })
    const [raw = []] = requests.map(({ rawHeaders }) => rawHeaders)
    const lines = raw.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1]]] : [],
    )
    expect(lines.filter(([name]) => name === 'authorization' || name === 'x-api-key')).toEqual([
      line,
    ])
    expect(lines.filter((parts) => parts.join().includes(apiKey))).toHaveLength(1)
  })

  it('4.1.method, 4.1.path, 4.1.requestBody asks for the documented path and media type, without a body', async () => {
    const { requests } = await exchange(success)
    const { method, path } = operations.listCountries
    expect(requests[0]).toMatchObject({ method, url: path })
    expect(requests[0]?.headers).toMatchObject({ accept: 'application/json' })
    expect(requests[0]?.headers).not.toHaveProperty('content-length')
    expect(requests[0]?.headers).not.toHaveProperty('transfer-encoding')
  })

  it.each(['', '/', '//'])(
    '4.1.path joins the path to a base URL that ends in "%s"',
    async (end) => {
      await using server = await startServer(success)
      const client = createClient({ baseUrl: `${server.url}/prefix${end}`, apiKey, retries: 0 })
      expect(await client.listCountries()).toMatchObject({ status: 200 })
      expect(server.requests[0]?.url).toBe(`/prefix${operations.listCountries.path}`)
    },
  )

  it('1.4 goes to the server of an environment, given as it is generated', async () => {
    const urls: string[] = []
    const fetch = async (request: Request) => {
      urls.push(request.url)
      return Response.json(JSON.parse(bodies[200]))
    }
    for (const baseUrl of Object.values(servers)) {
      await createClient({ baseUrl, apiKey, fetch }).listCountries()
    }
    const { path } = operations.listCountries
    expect(urls).toEqual(Object.values(servers).map(({ url }) => `${url}${path}`))
  })
})
