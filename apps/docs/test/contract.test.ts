import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examples } from '@partner-platform/contract-kit'
import { describe, expect, it } from 'vitest'
import { bundlesFolder } from '../src/folders.ts'
import { toMarkdownFiles } from '../src/write-markdown.ts'
import { bundled, pages } from './all-pages.ts'

describe.each(bundled)('the page of $file', ({ id, title, bundle }) => {
  const page = readFileSync(join(bundlesFolder(), `${id}.html`), 'utf8')

  it('bears the title of the document', () => {
    expect(page).toContain(`<title>${title}</title>`)
  })

  it('has telemetry off', () => {
    expect(page).toContain('"disableTelemetry":true')
  })

  it('loads no script, style or image from elsewhere', () => {
    expect(page).not.toMatch(/<(script|img|iframe)[^>]+src="(?!data:)/)
    expect(page).not.toMatch(/<link[^>]+href="(?!data:|#)/)
    expect(page).not.toMatch(/https?:\/\/cdn\./)
  })

  it('forbids every connection and every script that is not its own', () => {
    const policy = page.match(/Content-Security-Policy" content="([^"]+)"/)?.[1]
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })

  it('leaves no reference to another file in the bundle', () => {
    const text = JSON.stringify(bundle)
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1])
    expect(references.filter((reference) => !reference?.startsWith('#/'))).toEqual([])
    expect(text).not.toContain('externalValue')
  })
})

describe('the operator surface', () => {
  const files = toMarkdownFiles(pages)
  const own = [...files].filter(([file]) => file.startsWith('reference/operator/'))

  it('has pages', () => {
    expect(own.length).toBeGreaterThan(1)
  })

  it.each(own)('D-028 is marked as not part of the contract on %s', (_, text) => {
    expect(text).toMatch(/^# .+\n\n> .+\n\n\*\*Reference only\.\*\*/)
  })

  it('D-028 stands by itself in llms.txt, behind all else', () => {
    const [contract = '', operator = ''] = (files.get('llms.txt') ?? '').split(
      '## Operator surface (reference only)',
    )
    expect(contract).not.toContain('/operator/')
    expect(operator).toContain('/reference/operator/index.md')
    expect(operator).not.toMatch(/^## /m)
  })
})

describe('the examples that the documents show', () => {
  const known = new Set(examples().map(({ value }) => JSON.stringify(value)))

  it('are those of the contract, word for word', () => {
    const openapi = bundled.find(({ id }) => id === 'openapi')?.bundle as Json
    const responses = [
      ...Object.values<Json>(openapi.components.responses),
      ...Object.values<Json>(openapi.paths).flatMap((path) =>
        Object.values<Json>(path.get.responses),
      ),
    ]
    const values = responses.flatMap((response) =>
      Object.values<Json>(response.content?.['application/json'].examples ?? {}),
    )
    expect(values.length).toBeGreaterThan(0)
    for (const { value } of values) expect(known).toContain(JSON.stringify(value))
    expect(JSON.stringify(bundled)).toContain('visaExpiryDate')
  })
})

// biome-ignore lint/suspicious/noExplicitAny: a bundled document is plain JSON of any shape
type Json = any
