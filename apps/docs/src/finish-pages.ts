import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { addPolicy } from '@partner-platform/lint/bundle'

/** Rewrites every HTML file below the folder, given its text and its address in the site. */
function rewritePages(folder: string, rewrite: (html: string, address: string) => string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.html')) continue
    const path = join(folder, file)
    writeFileSync(path, rewrite(readFileSync(path, 'utf8'), `/${file.replaceAll('\\', '/')}`))
  }
}

/** Writes a Brotli and a gzip copy beside each file of text that they make smaller, for hosts that send them instead. */
export function compressFiles(folder: string): void {
  // A higher quality saves a tenth more and takes twenty times as long.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 7 }
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|css|js|json|svg|md|txt)$/.test(file)) continue
    const path = join(folder, file)
    const bytes = readFileSync(path)
    const copies = { br: brotliCompressSync(bytes, { params }), gz: gzipSync(bytes) }
    for (const [ending, packed] of Object.entries(copies)) {
      if (packed.length < bytes.length) writeFileSync(`${path}.${ending}`, packed)
    }
  }
}

/** Lets the keyboard reach each table, because those that are too wide for a phone scroll. */
export const focusTables = (folder: string): void =>
  rewritePages(folder, (html) => html.replaceAll('<table>', '<table tabindex="0">'))

const tag = /<[a-z][\w-]*(?:\s+[^\s"'<>=]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*\s*\/?>/gi
const address = /(\s(?:href|src)=")(\/(?!\/)[^"]*)"/g

/**
 * Makes the addresses in every page of the folder relative, so that the site works below any address. A host
 * shows the 404 page at any address, so its own script sets its addresses from `data-href` and `data-src`.
 */
export const relateLinks = (folder: string): void =>
  rewritePages(folder, (html, page) =>
    html.replaceAll(tag, (whole) =>
      whole.replaceAll(address, (given, name, to) => {
        if (page !== '/404.html') return `${name}${toRelative(to, page)}"`
        // Keeps links: without scripts, they work if the site is at the root of its host.
        return `${whole.startsWith('<a ') ? given : ''} data-${name.trim()}${to.slice(1)}"`
      }),
    ),
  )

/** An address of the site, `/guides/errors/#codes`, as it is written in the page or file at `from`. */
export function toRelative(address: string, from: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
  const folder = from.slice(0, from.lastIndexOf('/') + 1)
  const way = posix.relative(folder, path)
  const start = way.startsWith('.') ? '' : './'
  const end = path.endsWith('/') && way !== '' ? '/' : ''
  return `${start}${way}${end}${rest}`
}

/** The search runs a WebAssembly module, in a worker; every other `eval` stays forbidden. */
const policy = {
  scripts: "'self' 'wasm-unsafe-eval'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'worker-src': "'self'",
  'connect-src': "'self'",
}

/** Gives every page in the folder a content security policy that keeps it within its own site. */
export const protectPages = (folder: string): void =>
  rewritePages(folder, (html) => addPolicy(html, policy))
