import { describe, expect, it } from 'vitest'
import { createClient } from '../src/index.ts'
import { bodies } from './answers.ts'
import { apiKey } from './exchange.ts'
import { reply, startServer } from './start-server.ts'

describe('redirect', () => {
  it.each([300, 301, 302, 303, 307, 308])('%i is never followed', async (status) => {
    await using elsewhere = await startServer((response) =>
      reply(response, 200, { body: bodies[200] }),
    )
    await using server = await startServer((response) =>
      reply(response, status, { headers: { location: elsewhere.url } }),
    )
    const result = await createClient({ baseUrl: server.url, apiKey }).listCountries()
    expect(result).toMatchObject({ status: 'protocol-error', code: 'redirect', httpStatus: status })
    expect(server.requests).toHaveLength(1)
    expect(elsewhere.sockets).toHaveLength(0)
  })

  it.each([301, 302, 303, 307, 308])('%i is one without a Location, too', async (status) => {
    await using server = await startServer((response) => reply(response, status, {}))
    const result = await createClient({ baseUrl: server.url, apiKey }).listCountries()
    expect(result).toMatchObject({ status: 'protocol-error', code: 'redirect', httpStatus: status })
  })

  it('300 is not a redirect without a Location', async () => {
    await using server = await startServer((response) => reply(response, 300, {}))
    const result = await createClient({ baseUrl: server.url, apiKey }).listCountries()
    expect(result).toMatchObject({ status: 'unexpected-status', httpStatus: 300 })
  })

  it('of a browser, which hides its status, is the same error', async () => {
    const hidden = new Response(null)
    Object.defineProperties(hidden, {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
      ok: { value: false },
    })
    const options = { baseUrl: 'https://api.example', apiKey, fetch: async () => hidden }
    const result = await createClient(options).listCountries()
    expect(result).toMatchObject({ status: 'protocol-error', code: 'redirect', httpStatus: 0 })
    expect(result).not.toHaveProperty('response')
  })
})
