import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { protectPages, relateLinks, toRelative } from '../src/finish-pages.ts'
import { toTabs } from '../src/write-sources.ts'

/** A built page at `/guides/errors/`, after `finish`. */
function finishPage(html: string, finish: (folder: string) => void): string {
  const page = 'guides/errors/index.html'
  const folder = temporaryFolder({ [page]: html })
  finish(folder)
  return readFileSync(join(folder, page), 'utf8')
}

it('makes the addresses in tags relative, and leaves text and other sites alone', () => {
  const html = `<link rel="icon" href="/favicon.svg"><script type="module" src="/_astro/a.js"></script>
<a class="x" href="/guides/retries/#when">href="/text/"</a><a href="//other.example/">x</a>
<a href="https://other.example/a">x</a><code>src="/code/"</code>`
  expect(finishPage(html, relateLinks)).toBe(
    `<link rel="icon" href="../../favicon.svg"><script type="module" src="../../_astro/a.js"></script>
<a class="x" href="../retries/#when">href="/text/"</a><a href="//other.example/">x</a>
<a href="https://other.example/a">x</a><code>src="/code/"</code>`,
  )
})

it('leaves the addresses of the 404 page to its script, and keeps links for readers without scripts', () => {
  const html = `<link rel="stylesheet" href="/_astro/a.css"><script src="/a.js"></script><a href="/x/">x</a>`
  const folder = temporaryFolder({ '404.html': html })
  relateLinks(folder)
  expect(readFileSync(join(folder, '404.html'), 'utf8')).toBe(
    `<link rel="stylesheet" data-href="_astro/a.css"><script data-src="a.js"></script><a href="/x/" data-href="x/">x</a>`,
  )
})

it('allows only the scripts of the page and of the site, and forbids eval', () => {
  const source = 'const a = 1'
  const html = `<html><head><script>${source}</script><script src="../../a.js"></script></head></html>`
  const page = finishPage(html, protectPages)
  const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
  expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<script'))
  const digest = hash('sha256', source, 'base64')
  expect(policy).toContain(
    `default-src 'none'; script-src 'sha256-${digest}' 'self' 'wasm-unsafe-eval';`,
  )
  expect(policy).toContain("connect-src 'self'")
  expect(policy).not.toMatch(/'unsafe-eval'|script-src[^;]*'unsafe-inline'/)
})

it.each([
  ['/guides/errors/', '/index.html', './guides/errors/'],
  ['/', '/index.html', './'],
  ['/', '/guides/errors/', '../../'],
  ['/guides/errors/#codes', '/guides/errors/', './#codes'],
  ['/guides/errors/?a=/b/', '/guides/retries/index.md', '../errors/?a=/b/'],
  [
    '/reference/openapi.html#operation/listCountries',
    '/reference/x/',
    '../openapi.html#operation/listCountries',
  ],
  ['/openapi.json', '/llms.txt', './openapi.json'],
])('%s in %s is %s', (address, from, relative) => {
  expect(toRelative(address, from)).toBe(relative)
  const host = 'https://site.example'
  expect(new URL(relative, host + from).href).toBe(host + address)
})

const fence = (title: string) => `\`\`\`ts title="${title}"\nconst a = '$&'\n\`\`\``

it('turns consecutive titled fences into tabs, each group with its own ids', () => {
  const pair = `${fence('One')}\n\n${fence('Two')}`
  const tabbed = toTabs(`before\n\n${pair}\n\ntext\n\n${pair}\n\nafter`)
  expect(tabbed.match(/<fieldset/g)).toHaveLength(2)
  expect(tabbed.match(/ checked>/g)).toHaveLength(2)
  expect(tabbed).toMatch(/<label for="tabs-1-2">Two<\/label>/)
  expect(tabbed.match(/```ts\nconst a = '\$&'\n```/g)).toHaveLength(4)
  expect(tabbed).toMatch(/^before\n[\s\S]*\nafter$/)
  const ids = [...tabbed.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toEqual(['tabs-1-1', 'tabs-1-2', 'tabs-2-1', 'tabs-2-2'])
})

it('leaves alone a single titled fence, and fences without a title, before the tabs', () => {
  const plain = '```ts\na\n```\n\n```ts\nb\n```'
  const alone = `${fence('Alone')}\n\ntext\n\n${plain}\n\ntext\n\n`
  const tabbed = toTabs(`${alone}${fence('One')}\n\n${fence('Two')}\n`)
  expect(tabbed.startsWith(`${alone}<fieldset`)).toBe(true)
  expect(tabbed.match(/<label /g)).toHaveLength(2)
})
