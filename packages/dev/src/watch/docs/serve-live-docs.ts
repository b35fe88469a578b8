import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { documents, renderReference } from '@partner-platform/docs'
import type { Bundles } from '../contract/start-contract-reader.ts'
import {
  type IndexEntry,
  toIndexPage,
  toLiveRedoc,
  toNoPage,
  toReferencePage,
} from './live-page.ts'

export type Message = { title: string; entries: readonly string[]; isNotice: boolean }

export type LiveDocsOptions = {
  /** 0 takes a free one. */
  port: number
  /** Rows of what else runs: name and address. */
  places: readonly string[][]
  /** A bundled document as a Redoc page. */
  renderRedoc(document: unknown): Promise<string>
}

const html = 'text/html; charset=utf-8'
/** Files of this folder that every page loads. */
const assets: Readonly<Record<string, string>> = {
  '/dev/live.js': 'text/javascript; charset=utf-8',
  '/dev/live.css': 'text/css; charset=utf-8',
}

export type LiveDocs = Awaited<ReturnType<typeof serveLiveDocs>>

/** Serves the references of bundled documents, which can be replaced while they are viewed. */
export async function serveLiveDocs(options: LiveDocsOptions) {
  let entries: IndexEntry[] = []
  let bundles: ReadonlyMap<string, Bundles[string]> = new Map()
  // Differs from that of any page that an earlier `dev` left open.
  let version = `${Date.now()}`
  let message: Message | null = null
  const listeners = new Set<ServerResponse>()
  const redocPages = new Map<string, Promise<string>>()

  const rendered = new Map<string, { text: string; entry: IndexEntry }>()
  const render = (id: string, bundle: Bundles[string]): IndexEntry => {
    const text = JSON.stringify(bundle)
    const last = rendered.get(id)
    if (last?.text === text) return last.entry
    const { title } = bundle.info as { title: string }
    const entry = { id, title, pages: renderReference({ id, bundle }) }
    rendered.set(id, { text, entry })
    return entry
  }
  const toEvent = () => `data: ${JSON.stringify({ version, message })}\n\n`
  const tellAll = () => {
    for (const listener of listeners) listener.write(toEvent())
  }
  const redocOf = (id: string) => {
    const rendering = async (from: string) =>
      toLiveRedoc(await options.renderRedoc(bundles.get(id)), from)
    const page = redocPages.get(id) ?? rendering(version)
    redocPages.set(id, page)
    page.catch(() => redocPages.delete(id))
    return page
  }
  const pageAt = async (path: string): Promise<string | undefined> => {
    if (path === '/') return toIndexPage({ entries, places: options.places }, version)
    const [, redoc] = /^\/reference\/(\w+)\.html$/.exec(path) ?? []
    if (redoc !== undefined) return bundles.has(redoc) ? redocOf(redoc) : undefined
    const pages = entries.flatMap((entry) => entry.pages)
    const page = pages.find(({ slug }) => path === `/${slug}/` || path === `/${slug}`)
    return page && toReferencePage(page, version)
  }
  async function answer(path: string, response: ServerResponse): Promise<void> {
    const send = (type: string, body: string | Buffer, status = 200) => {
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
    }
    if (path === '/dev/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
      response.write(toEvent())
      listeners.add(response)
      response.once('close', () => listeners.delete(response))
      return
    }
    const asset = assets[path]
    if (asset) return send(asset, readFileSync(join(import.meta.dirname, basename(path))))
    const [, id = ''] = /^\/(\w+)\.json$/.exec(path) ?? []
    if (bundles.has(id)) return send('application/json', JSON.stringify(bundles.get(id), null, 2))
    // The documents may change while a slow page is rendered.
    const asked = version
    try {
      const page = await pageAt(path)
      if (page === undefined) send(html, toNoPage(`Page not found: ${path}.`, asked), 404)
      else send(html, page)
    } catch (error) {
      send(html, toNoPage((error as Error).message, asked), 500)
    }
  }
  const server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?')
    void answer(path, response)
  })
  server.listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Renders other documents. The returned function shows them: open pages then reload. */
    render(next: Bundles) {
      const rendered = documents.flatMap(({ id }) => {
        const bundle = next[id]
        return bundle ? [render(id, bundle)] : []
      })
      return () => {
        bundles = new Map(Object.entries(next))
        redocPages.clear()
        entries = rendered
        version = `${Date.now()}`
        tellAll()
      }
    },
    /** Shows a message over all pages; `null` removes it. A notice does not replace an error. */
    tell(next: Message | null) {
      if (next?.isNotice && message && !message.isNotice) return
      message = next && { ...next, entries: next.entries.map(stripVTControlCharacters) }
      tellAll()
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
