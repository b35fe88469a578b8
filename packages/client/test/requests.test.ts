import { operations, servers } from '@partner-platform/types'
import { expect, it } from 'vitest'
import { type AuthForm, createClient } from '../src/index.ts'
import { apiKey, bodies, clientOf } from './exchange.ts'
import { startServer } from './start-server.ts'

const { method, path } = operations.listCountries

it.each<[AuthForm | undefined, [string, string]]>([
  ['bearer', ['authorization', `Bearer ${apiKey}`]],
  ['x-api-key', ['x-api-key', apiKey]],
  [undefined, ['authorization', `Bearer ${apiKey}`]],
])(
  '4.1.method, 4.1.path, 4.1.requestBody, 5.2 sends a documented request with auth %s: the key on one line',
  async (auth, line) => {
    const server = await startServer(bodies[200])
    await createClient({ baseUrl: server.url, apiKey, auth }).listCountries()
    const [request] = server.requests
    expect(request).toMatchObject({ method, url: path, headers: { accept: 'application/json' } })
    expect(request?.headers).not.toHaveProperty('content-length')
    expect(request?.headers).not.toHaveProperty('transfer-encoding')
    const raw = request?.rawHeaders ?? []
    const lines = raw.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1]]] : [],
    )
    const withKey = ([name = '', value = '']: (string | undefined)[]) =>
      ['authorization', 'x-api-key'].includes(name) || value.includes(apiKey)
    expect(lines.filter(withKey)).toEqual([line])
  },
)

it.each<[string | URL | { url: string }, string]>([
  ...['', '/', '//'].map((end): [string, string] => [
    ...([`https://api.example/prefix${end}`, `https://api.example/prefix${path}`] as const),
  ]),
  [new URL('https://api.example:8443/prefix/'), `https://api.example:8443/prefix${path}`],
  ...Object.values(servers).map((server): [{ url: string }, string] => [
    ...([server, `${server.url}${path}`] as const),
  ]),
])('1.4, 4.1.path joins the path to the base URL %o', async (baseUrl, want) => {
  const { client, requests } = clientOf({}, { baseUrl })
  expect(await client.listCountries()).toMatchObject({ status: 200 })
  expect(requests.map(({ url }) => url)).toEqual([want])
})
