import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'

/** Answers with the files of a built site. */
export function createDocsListener(folder: string): RequestListener {
  // An address names its file, as on any static host: `reference/openapi.html` is not the page of
  // `reference/openapi/`, for which sirv would take it.
  const serveFile = sirv(folder, { etag: true, extensions: [], setHeaders: addCharset })
  return (request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    const [path = '/', query] = (request.url ?? '/').split('?')
    const isFolder = path.endsWith('/')
    if (isFolder) request.url = `${path}index.html${query === undefined ? '' : `?${query}`}`
    serveFile(request, response, () => {
      if (!isFolder && isPage(folder, path)) return redirect(response, `${path}/`)
      sendNotFound(response, folder)
    })
  }
}

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
  const server = createServer(createDocsListener(folder))
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

/** A text without a charset is read in the encoding that the reader is used to. */
function addCharset(response: ServerResponse, path: string): void {
  if (path.endsWith('.md')) response.setHeader('Content-Type', 'text/markdown; charset=utf-8')
  if (path.endsWith('.txt')) response.setHeader('Content-Type', 'text/plain; charset=utf-8')
}

/** Only plain names: what sirv refused is not looked for in other ways. */
const isPage = (folder: string, path: string) =>
  /^(\/[\w-]+)+$/.test(path) && existsSync(join(folder, path, 'index.html'))

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(308, { Location: location }).end()
}

function sendNotFound(response: ServerResponse, folder: string): void {
  const page = join(folder, '404.html')
  const [type, body] = existsSync(page)
    ? ['text/html', readFileSync(page)]
    : ['text/plain', 'Not found.\n']
  response.writeHead(404, { 'Content-Type': `${type}; charset=utf-8` }).end(body)
}
