import { describe, expect, it } from 'vitest'
import { BundleError } from '../../src/bundle/documents.ts'
import { detachPage } from '../../src/bundle/render-redoc.ts'

const assets = [
  'https://cdn.redoc.ly/redoc/logo-mini-full.svg',
  'https://cdn.redoc.ly/redoc/logo-mini.svg',
  'https://cdn.redocly.com/icons/fa/7.0.0',
  'https://cdn.redocly.com/icons/code/5.24.0',
]
const page = (script: string) => `<html><head></head><body><script>${script}</script></body></html>`

describe('detachPage', () => {
  it('allows a script by the digest of its text', () => {
    const detached = detachPage(page(assets.join(' ')))
    expect(detached).toMatch(/script-src 'sha256-[A-Za-z0-9+/]{43}='/)
  })

  it.each(assets)('fails when Redoc no longer names %s', (asset) => {
    const others = assets.filter((other) => other !== asset).join(' ')
    expect(() => detachPage(page(others))).toThrow(BundleError)
  })

  it('fails when Redoc names an asset that is not in the list', () => {
    const script = [...assets, 'https://cdn.example.com/new.js'].join(' ')
    expect(() => detachPage(page(script))).toThrow(
      /Redoc names https:\/\/cdn\.example\.com\/new\.js/,
    )
  })

  it('takes what the document names for text', () => {
    const html = page([...assets, 'see https://cdn.example.com/logo.svg.'].join(' '))
    expect(() => detachPage(html)).toThrow(BundleError)
    const shown = JSON.stringify({ description: 'see https://cdn.example.com/logo.svg.' })
    expect(detachPage(html, shown)).toContain('https://cdn.example.com/logo.svg')
  })
})
