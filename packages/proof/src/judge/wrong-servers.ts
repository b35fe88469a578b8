import type { Exchange, HeaderLine } from '../http/exchange.ts'

/** Makes of an exchange what it would be with a server that is wrong in one thing. */
export type WrongServer = (exchange: Exchange) => Exchange

/** Servers that keep to every form of the document, and break what its constants or decisions say. */
export const wrongServers: Record<string, WrongServer> = {
  'whose 304 has no ETag': ofStatus(304, without('ETag')),
  'whose 304 has no Cache-Control': ofStatus(304, without('Cache-Control')),
  'whose 200 has no ETag': ofStatus(200, without('ETag')),
  'whose 200 has no Cache-Control': ofStatus(200, without('Cache-Control')),
  'that lets the list be kept for longer': withValue('Cache-Control', (value) =>
    value.replace(/\d+$/, '9999999'),
  ),
  'that tells a quota of one more': withValue('RateLimit-Policy', (value) =>
    value.replace(/(?<=;q=)\d+/, (quota) => `${Number(quota) + 1}`),
  ),
  'that tells a longer window': withValue('RateLimit-Policy', (value) =>
    value.replace(/(?<=;w=)\d+/, (seconds) => `${Number(seconds) + 1}`),
  ),
  'that tells of another policy': withValue('RateLimit', (value) =>
    value.replace(/"[a-z]+"/, '"other"'),
  ),
  'that tells more left than the quota': withValue('RateLimit', (value) =>
    value.replace(/(?<=;r=)\d+/, '1000'),
  ),
  'that tells a reset beyond the window': withValue('RateLimit', (value) =>
    value.replace(/(?<=;t=)\d+/, '1000'),
  ),
  'of another realm': withValue('WWW-Authenticate', (value) => value.replace('="', '="other-')),
  'that names every request alike': ({ request, response }) => ({
    request,
    response: {
      ...withValue('X-Request-Id', () => 'req_0')({ request, response }).response,
      body: Buffer.from(
        response.body.toString().replace(/"requestId":"[^"]*"/, '"requestId":"req_0"'),
      ),
    },
  }),
  'with a header of its own': withLines((lines) => [...lines, ['X-Powered-By', 'something']]),
}

function withLines(change: (lines: readonly HeaderLine[]) => HeaderLine[]): WrongServer {
  return ({ request, response }) => ({
    request,
    response: { ...response, headers: change(response.headers) },
  })
}

function without(name: string): WrongServer {
  return withLines((lines) => lines.filter(([one]) => one.toLowerCase() !== name.toLowerCase()))
}

function withValue(name: string, change: (value: string) => string): WrongServer {
  return withLines((lines) =>
    lines.map(([one, value]) => [
      one,
      one.toLowerCase() === name.toLowerCase() ? change(value) : value,
    ]),
  )
}

function ofStatus(status: number, server: WrongServer): WrongServer {
  return (exchange) => (exchange.response.status === status ? server(exchange) : exchange)
}
