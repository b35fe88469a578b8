import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import {
  type Browser,
  type BrowserContextOptions,
  openBrowser,
} from '@partner-platform/harness/browser'
import { beforeAll } from 'vitest'
import { docsFolder as site } from '../../src/folders.ts'
import { serveDocs } from '../../src/serve-docs.ts'
import { closeAfterAll, openWindow } from './open-window.ts'

if (!existsSync(site)) {
  throw new Error('The site is not built. Run `npx pnpm@12 run docs`.')
}

/** Folders that a host serves, and the path of the site on it. */
const hosts = {
  folder: { folder: dirname(site), base: `/${basename(site)}` },
  root: { folder: site, base: '' },
}
export type Place = keyof typeof hosts

// One browser, and one server for each place, for all tests.
const urls = new Map<Place, string>()
let browser: Browser
const atEnd = closeAfterAll()
beforeAll(async () => {
  browser = await openBrowser()
  atEnd(() => browser.close())
  for (const place of ['folder', 'root'] as const) {
    const { url, close } = await serveDocs({ folder: hosts[place].folder, port: 0 })
    atEnd(close)
    urls.set(place, url)
  }
})

export const useBrowser = (): Browser => browser

/** A window on the site, in a folder of its host by default: what works there works at the root. */
export async function openSite(options: BrowserContextOptions = {}, place: Place = 'folder') {
  const { base } = hosts[place]
  const url = urls.get(place) ?? ''
  return { base, ...(await openWindow(browser, { url, base }, options)) }
}
