import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { protectPages, relateLinks } from '../src/finish-pages.ts'

/** A built page at `/guides/errors/`, after `finish`. */
function finishPage(html: string, finish: (folder: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'guides/errors'), { recursive: true })
  const file = join(folder, 'guides/errors/index.html')
  writeFileSync(file, html)
  finish(folder)
  return readFileSync(file, 'utf8')
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
