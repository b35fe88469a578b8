import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The site lies in a folder of its host: what begins with `/` leads out of it. */
const root = 'https://site.example/in/a/folder/'

/** Links of the pages that lead to no file of the site, or to no element in it: `<page>: <address>`. */
export function brokenLinks(site: string, pages: string[]): string[] {
  const anchors = new Map<string, Set<string>>()
  const anchorsOf = (file: string) => {
    const known = anchors.get(file) ?? readAnchors(join(site, file))
    anchors.set(file, known)
    return known
  }
  return pages.flatMap((page) => {
    const base = `${root}${page.replaceAll('\\', '/').replace(/(^|\/)index\.html$/, '$1')}`
    return readLinks(join(site, page))
      .filter((address) => !leadsSomewhere(new URL(address, base), { site, anchorsOf }))
      .map((address) => `${page}: ${address}`)
  })
}

type Site = { site: string; anchorsOf: (file: string) => Set<string> }

function leadsSomewhere(url: URL, { site, anchorsOf }: Site): boolean {
  // What leads out is read by a person; that nothing is loaded from there is tested elsewhere.
  if (url.host !== 'site.example') return /^(https?|mailto):$/.test(url.protocol)
  if (!url.href.startsWith(root)) return false
  const path = decodeURIComponent(url.pathname).slice(new URL(root).pathname.length)
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path
  if (!existsSync(join(site, file))) return false
  const anchor = decodeURIComponent(url.hash.slice(1))
  return anchor === '' || /^reference\/\w+\.html$/.test(file) || anchorsOf(file).has(anchor)
}

const unescaped = (text: string) =>
  text.replaceAll('&#38;', '&').replaceAll('&amp;', '&').replaceAll('&#39;', "'")

const readLinks = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].map(([, address = '']) =>
    unescaped(address),
  )

const readAnchors = (path: string) =>
  new Set(
    [...readFileSync(path, 'utf8').matchAll(/<[a-z][^>]*\sid="([^"]*)"/g)].map(([, id = '']) =>
      unescaped(id),
    ),
  )
