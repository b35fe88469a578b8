import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sirv from 'sirv'

/**
 * Serves the site in `folder`; `port: 0` takes a free one. `url` has no path.
 * The folder may be built or rebuilt while it is served: until it exists, every address answers 503 with a
 * page that reloads itself.
 */
export async function serveDocs({
  folder,
  port,
  host = '127.0.0.1',
  first = () => false,
}: {
  folder: string
  port: number
  host?: string
  /** Gets each request before the folder is searched; returns true if it answers. @default answers none */
  first?: (request: IncomingMessage, response: ServerResponse) => boolean
}): Promise<{ url: string; close(): Promise<void> }> {
  // An address names its file, as on any static host: `reference/openapi.html` is not the page of
  // `reference/openapi/`, although sirv would confuse them.
  // With `dev`, sirv reads the folder for each request, so a new build is served at once.
  const options = { dev: true, etag: true, brotli: true, gzip: true, extensions: [] }
  const serveFile = sirv(folder, { ...options, setHeaders: addHeaders })
  const server = createServer((request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    if (first(request, response)) return
    if (!['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return
    }
    const [path = '/', query] = (request.url ?? '/').split('?')
    const isFolder = path.endsWith('/')
    if (isFolder) request.url = `${path}index.html${query === undefined ? '' : `?${query}`}`
    serveFile(request, response, () => {
      if (!existsSync(folder)) return sendNotBuilt(response)
      if (!isFolder && isPage(folder, path)) return redirect(response, `${path}/`)
      sendNotFound(response, folder)
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { address, port: own } = server.address() as AddressInfo
  return {
    url: `http://${address}:${own}`,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Headers that sirv does not know. */
function addHeaders(response: ServerResponse, path: string): void {
  // Astro names these files by their content.
  if (path.startsWith('/_astro/'))
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
  // Without a charset, a browser guesses the encoding of a text.
  if (path.endsWith('.md')) response.setHeader('Content-Type', 'text/markdown; charset=utf-8')
  if (path.endsWith('.txt')) response.setHeader('Content-Type', 'text/plain; charset=utf-8')
}

/** Only plain names without a leading dot: a path that sirv refused is not looked up again. */
const isPage = (folder: string, path: string) =>
  /^(\/[\w-][\w.-]*)+$/.test(path) && existsSync(join(folder, path, 'index.html'))

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(308, { Location: location }).end()
}

function sendNotFound(response: ServerResponse, folder: string): void {
  const page = join(folder, '404.html')
  const [type, body] = existsSync(page)
    ? ['text/html', readFileSync(page)]
    : ['text/plain', 'Not found.\n']
  const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' }
  response.writeHead(404, headers).end(body)
}

function sendNotBuilt(response: ServerResponse): void {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="2">
<title>Docs are being built</title>
<p>The docs are being built. This page reloads by itself.</p>
`
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '2' }
  response.writeHead(503, headers).end(page)
}
