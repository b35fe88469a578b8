import { dirname, join } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import { documents } from '../src/documents.ts'
import { addressOf, type Page } from '../src/page.ts'
import { sectionsOf, toSidebar } from '../src/pages/sidebar.ts'
import { toMarkdownFiles } from '../src/write-markdown.ts'
import { bundled, pages } from './all-pages.ts'
import { toHtml, toIds, toText } from './read-page.ts'

/** Files of the site besides its pages. */
const files = documents.flatMap(({ id }) => [`/${id}.json`, `/reference/${id}.html`])

/** Links that lead to no page or file of the site, or to no element of a page: `<page>: <address>`. */
function brokenLinks(all: Pick<Page, 'slug' | 'body'>[]): string[] {
  const html = new Map(all.map((page) => [addressOf(page), toHtml(page)]))
  const ids = new Map(all.map((page) => [addressOf(page), new Set(toIds(page))]))
  const leads = ({ host, protocol, pathname, hash }: URL) => {
    if (host !== 'site.example') return /^(https?|mailto):$/.test(protocol)
    if (hash === '')
      return ids.has(pathname) || files.includes(pathname) || pathname === '/llms.txt'
    const isRedoc = /^\/reference\/\w+\.html$/.test(pathname) && files.includes(pathname)
    return isRedoc || ids.get(pathname)?.has(decodeURIComponent(hash.slice(1)))
  }
  return [...html].flatMap(([from, text]) =>
    [...text.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)]
      .map(([, address = '']) => address.replaceAll('&amp;', '&'))
      .filter((address) => !leads(new URL(address, `https://site.example${from}`)))
      .map((address) => `${from}: ${address}`),
  )
}

it.each([
  '',
  ...['call-the-api', 'receive-a-webhook'].map((name) => `quickstart/${name}`),
  ...[
    ...['authentication', 'origins', 'rate-limits', 'errors'],
    ...['signatures', 'retries', 'tolerant-reading', 'embedding'],
  ].map((guide) => `guides/${guide}`),
  ...['reference/openapi', 'reference/asyncapi', 'decisions', 'decisions/d-001'],
  ...['traceability', 'open-points', 'changelog', 'operator'],
])('there is a page at /%s', (slug) => {
  expect(pages.map((page) => page.slug)).toContain(slug)
})

it('each page has an address of its own, and is in the sidebar', () => {
  const addresses = pages.map(addressOf)
  expect(addresses.filter((one, at) => addresses.indexOf(one) !== at)).toEqual([])
  expect(sectionsOf(pages).flatMap((section) => section.pages)).toHaveLength(pages.length)
  const links = [...JSON.stringify(toSidebar(pages, bundled)).matchAll(/"link":"([^"]+)"/g)]
  expect(links.map(([, link]) => link).toSorted()).toEqual([...addresses, ...files].toSorted())
})

describe('links', () => {
  it('that lead nowhere are found', () => {
    const links = [
      '#here',
      '#gone',
      '/gone/',
      '/page/#here',
      '/page',
      'javascript:x()',
      '/llms.txt',
    ]
    const anchors = links.map((address) => `<a href="${address}">x</a>`)
    const body = `<p id="here">${anchors.join('')}</p>`
    expect(brokenLinks([{ slug: 'page', body }])).toEqual(
      ['#gone', '/gone/', '/page', 'javascript:x()'].map((address) => `/page/: ${address}`),
    )
  })

  it('of pages all lead somewhere', () => {
    expect(brokenLinks(pages)).toEqual([])
  })
})

it('headings skip no level, and links have text', () => {
  for (const page of pages) {
    const html = toHtml(page)
    const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level))
    const skipped = levels.filter((level, at) => level === 1 || level > (levels[at - 1] ?? 1) + 1)
    const wordless = [...html.matchAll(/<a\b[^>]*\shref=[^>]*>([\s\S]*?)<\/a>/g)].filter(
      ([, inner = '']) => toText(inner).trim() === '',
    )
    expect([page.slug, skipped, wordless]).toEqual([page.slug, [], []])
  }
})

describe('the Markdown of the pages', () => {
  const written = toMarkdownFiles(pages)
  const index = written.get('llms.txt') ?? ''

  it('is listed in llms.txt, and begins with a title and a description', () => {
    for (const [file, text] of written) {
      if (file === 'llms.txt') continue
      expect(index).toContain(`(./${file})`)
      expect(text).toMatch(/^# .+\n\n> .+\n\n/)
    }
  })

  it('has links that lead somewhere and stay within the site', () => {
    const known = new Set([
      ...[...written.keys()].flatMap((file) => [file, file.replace(/md$/, 'html')]),
      ...files.map((file) => file.slice(1)),
    ])
    const dead = [...written].flatMap(([file, text]) =>
      [...text.matchAll(/\]\((\.{0,2}\/[^)#\s]*)/g)]
        .map(([, address = '']) => address)
        .filter(
          (address) => address.startsWith('/') || !known.has(toFile(join(dirname(file), address))),
        )
        .map((address) => `${file}: ${address}`),
    )
    expect(dead).toEqual([])
  })
})

/** The file that answers to an address. */
const toFile = (address: string) =>
  address.endsWith('/') || address === '.' ? join(address, 'index.html') : address
