import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { describe, expect, it } from 'vitest'
import { documents } from '../../src/documents.ts'
import { docsFolder as site } from '../../src/folders.ts'
import { brokenLinks } from './broken-links.ts'

const files = readdirSync(site, { recursive: true, encoding: 'utf8' })

/** The pages that Astro made; those of Redoc have tests of their own. */
const pages = files.filter(
  (file) => file.endsWith('.html') && !/^reference[\\/]\w+\.html$/.test(file),
)

it.each(pages)('%s loads nothing from elsewhere, and runs no script but its own', (file) => {
  const html = readFileSync(join(site, file), 'utf8')
  const loaded = [
    ...html.matchAll(/<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\ssrc="([^"]*)"/g),
    ...html.matchAll(/<link\b[^>]*\shref="([^"]*)"/g),
  ].map(([, address]) => address)
  // The 404 page first finds its site, then loads its files.
  expect(loaded.length > 0).toBe(file !== '404.html')
  expect(loaded.filter((address) => !/^(\.\.?\/|data:)/.test(address ?? ''))).toEqual([])
  const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(html) ?? []
  expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<script'))
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-/)
  expect(html).not.toMatch(/<[a-z][^>]*\son[a-z]+="/)
  if (file === '404.html') return
  // Its Markdown is beside it, and named on it.
  const markdown = file.replace(/html$/, 'md')
  expect(files).toContain(markdown)
  expect(html).toContain(`<link rel="alternate" type="text/markdown" href="./index.md"`)
})

it.each(documents)('the Redoc page $id takes less than 750 kB in gzip', ({ id }) => {
  expect(statSync(join(site, `reference/${id}.html.gz`)).size).toBeLessThan(750_000)
})

describe('links', () => {
  it('that lead nowhere are found', () => {
    const links = ['#here', '#gone', '/gone/', 'gone.md', 'page.html#here', 'javascript:x()']
    const anchors = links.map((address) => `<a href="${address}">x</a>`)
    const folder = temporaryFolder({ 'page.html': `<p id="here">${anchors.join('')}</p>` })
    expect(brokenLinks(folder, ['page.html'])).toEqual(
      ['#gone', '/gone/', 'gone.md', 'javascript:x()'].map((address) => `page.html: ${address}`),
    )
  })

  it('of pages all lead somewhere', () => {
    // That one finds its way by script, in a browser's test.
    expect(
      brokenLinks(
        site,
        pages.filter((file) => file !== '404.html'),
      ),
    ).toEqual([])
  })
})
