import { readdirSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname } from 'node:path'
import type { BrowserContextOptions, Page } from '@partner-platform/harness/browser'
import { afterAll, beforeAll } from 'vitest'
import { serveDocs } from '../../../src/serve-docs.ts'
import { site } from '../built-site.ts'
import { useBrowser } from '../use-browser.ts'

/** Folders that a host serves, and the path of the site on it. */
const hosts = {
  folder: { folder: dirname(site), path: `/${basename(site)}` },
  root: { folder: site, path: '' },
}
export type Place = keyof typeof hosts
const places = Object.keys(hosts) as Place[]

// One server for each place, shared by all tests.
const servers = new Map<Place, Server>()
beforeAll(async () => {
  for (const place of places) {
    servers.set(place, await serveDocs({ folder: hosts[place].folder, port: 0 }))
  }
})
afterAll(() => {
  for (const server of servers.values()) {
    server.close()
    server.closeAllConnections()
  }
})

/** Addresses of all pages of the site: a file that is no `index.html` keeps its name. */
export const pagesOf = (site: string): string[] =>
  readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => `/${file.replaceAll('\\', '/').replace(/(^|\/)index\.html$/, '$1')}`)
    .toSorted()

/** The page of Redoc for a whole document: `reference/<id>.html`. */
export const isRedoc = (path: string) => /^\/reference\/[^/]+\.html$/.test(path)

export interface Visit {
  page: Page
  /** Opens a page by its path on the site. */
  go: (path: string) => Promise<void>
  /** Path of the site on its host, without a slash at the end. */
  base: string
  /** What must not happen: errors, violations of the policy, requests to elsewhere. */
  problems: string[]
  /** Bytes of all answers since the last `go`. */
  weigh: () => number
  close: () => Promise<void>
}

/**
 * A browser window on the site. Only this machine can be reached from it. The site lies in a folder of
 * its host unless told otherwise: what works there works at the root.
 */
export async function openSite(
  options: BrowserContextOptions = {},
  place: Place = 'folder',
): Promise<Visit> {
  const server = servers.get(place) as Server
  const base = hosts[place].path
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const context = await useBrowser().newContext({
    ...{ locale: 'en-GB', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' },
    ...options,
  })
  const problems: string[] = []
  let bytes = 0
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
  context.on('request', (request) => {
    const { protocol, origin: other } = new URL(request.url())
    const isLocal = ['data:', 'blob:'].includes(protocol) || other === origin
    if (!isLocal) problems.push(`request to ${request.url()}`)
  })
  context.on('response', (response) => {
    bytes += Number(response.headers()['content-length'] ?? 0)
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
  })
  await context.addInitScript(`addEventListener('securitypolicyviolation', (violation) =>
    console.error('policy', violation.violatedDirective, violation.blockedURI))`)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return {
    page,
    problems,
    base,
    async go(path) {
      bytes = 0
      await page.goto(`${origin}${base}${path}`)
    },
    weigh: () => bytes,
    close: () => context.close(),
  }
}
