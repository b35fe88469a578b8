import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examples } from '@partner-platform/contract-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDocs, documents } from '../src/index.ts'

const outDir = join(mkdtempSync(join(tmpdir(), 'docs-')), 'dist')

beforeAll(() => buildDocs({ outDir }))
afterAll(() => rmSync(join(outDir, '..'), { recursive: true }))

describe.each(documents)('the page of $file', ({ id }) => {
  const page = () => readFileSync(join(outDir, 'reference', `${id}.html`), 'utf8')
  const bundle = () => JSON.parse(readFileSync(join(outDir, `${id}.json`), 'utf8'))

  it('bears the title of the document', () => {
    const { title } = bundle().info
    expect(page()).toContain(`<title>${title}</title>`)
    expect(readFileSync(join(outDir, 'index.html'), 'utf8')).toContain(`>${title}</a>`)
  })

  it('has telemetry off', () => {
    expect(page()).toContain('"disableTelemetry":true')
  })

  it('loads no script, style or image from elsewhere', () => {
    expect(page()).not.toMatch(/<(script|img|iframe)[^>]+src="(?!data:)/)
    expect(page()).not.toMatch(/<link[^>]+href="(?!data:|#)/)
    expect(page()).not.toMatch(/https?:\/\/cdn\./)
  })

  it('forbids every connection and every script that is not its own', () => {
    const policy = page().match(/Content-Security-Policy" content="([^"]+)"/)?.[1]
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })

  it('leaves no reference to another file in the bundle', () => {
    const references = [...JSON.stringify(bundle()).matchAll(/"\$ref":"([^"]+)"/g)].map(
      (match) => match[1],
    )
    expect(references.filter((reference) => !reference?.startsWith('#/'))).toEqual([])
    expect(JSON.stringify(bundle())).not.toContain('externalValue')
  })
})

describe('the examples that the documents show', () => {
  const shown = () =>
    documents.map(({ id }) => readFileSync(join(outDir, `${id}.json`), 'utf8')).join('\n')
  const known = () => new Set(examples().map(({ value }) => JSON.stringify(value)))

  it('are those of the contract, word for word', () => {
    const openapi = JSON.parse(readFileSync(join(outDir, 'openapi.json'), 'utf8'))
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
    for (const { value } of values) expect(known()).toContain(JSON.stringify(value))
    expect(shown()).toContain('visaExpiryDate')
  })
})

// biome-ignore lint/suspicious/noExplicitAny: a bundled document is plain JSON of any shape
type Json = any
