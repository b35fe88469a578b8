import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examples } from '@partner-platform/fixtures/tables'
import { describe, expect, it } from 'vitest'
import { bundlesFolder } from '../src/folders.ts'
import { toMarkdownFiles } from '../src/write-markdown.ts'
import { bundled, pages } from './all-pages.ts'

it.each(bundled)('the Redoc page of $file loads nothing from elsewhere', ({ id }) => {
  const page = readFileSync(join(bundlesFolder(), `${id}.html`), 'utf8')
  expect(page).toContain('"disableTelemetry":true')
  expect(page).not.toMatch(/<(script|img|iframe)[^>]+src="(?!data:)/)
  expect(page).not.toMatch(/<link[^>]+href="(?!data:|#)/)
  const policy = page.match(/Content-Security-Policy" content="([^"]+)"/)?.[1]
  expect(policy).toContain("connect-src 'none'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

describe('the operator surface', () => {
  const files = toMarkdownFiles(pages)
  const own = [...files].filter(([file]) => file.startsWith('reference/operator/'))

  it('D-028 is marked as not part of the contract on each page', () => {
    expect(own.length).toBeGreaterThan(1)
    for (const [, text] of own) expect(text).toMatch(/^# .+\n\n> .+\n\n\*\*Reference only\.\*\*/)
  })

  it('D-028 is not in llms-full.txt, which has every other page', () => {
    const full = files.get('llms-full.txt') ?? ''
    const missing = pages
      .filter(({ isReleased }) => !isReleased)
      .filter(({ title }) => !full.includes(`# ${title}\n\n> `))
    const operator = pages.filter(({ slug }) => /^(reference\/)?operator(\/|$)/.test(slug))
    expect(missing).toEqual(operator)
    expect(missing.length).toBeGreaterThan(1)
  })

  it('D-028 is the last section of llms.txt', () => {
    const [contract = '', operator = ''] = (files.get('llms.txt') ?? '').split(
      '## Operator surface (reference only)',
    )
    expect(contract).not.toContain('/operator/')
    expect(operator).toContain('/reference/operator/index.md')
    expect(operator).not.toMatch(/^## /m)
  })
})

it('the documents show the examples of the contract, word for word', () => {
  const known = new Set(examples().map(({ value }) => JSON.stringify(value)))
  const openapi = bundled.find(({ id }) => id === 'openapi')?.bundle as Json
  const responses = [
    ...Object.values<Json>(openapi.components.responses),
    ...Object.values<Json>(openapi.paths)
      .flatMap((path) => Object.values<Json>(path))
      .flatMap(({ responses }) => Object.values<Json>(responses ?? {})),
  ]
  const values = responses.flatMap((response) =>
    Object.values<Json>(response.content?.['application/json'].examples ?? {}),
  )
  expect(values.length).toBeGreaterThan(0)
  for (const { value } of values) expect(known).toContain(JSON.stringify(value))
})

// biome-ignore lint/suspicious/noExplicitAny: a bundled document is plain JSON of any shape
type Json = any
