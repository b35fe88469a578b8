import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import sirv from 'sirv'

/** Serves a built site; `port: 0` takes a free one. The address is that of the returned server. */
export async function serveDocs({
  folder,
  port,
  host = '127.0.0.1',
}: {
  folder: string
  port: number
  host?: string
}): Promise<Server> {
  const serveFile = sirv(folder, { etag: true })
  const server = createServer((request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    serveFile(request, response, () => {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found.\n')
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}
