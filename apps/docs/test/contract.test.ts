import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examples } from '@partner-platform/contract-kit'
import { describe, expect, inject, it } from 'vitest'
import { documents } from '../src/index.ts'

const outDir = inject('site')

describe.each(documents)('the page of $file', ({ id }) => {
  const page = () => readFileSync(join(outDir, 'reference', `${id}.html`), 'utf8')
  const bundle = () => JSON.parse(readFileSync(join(outDir, `${id}.json`), 'utf8'))

  it('bears the title of the document', () => {
    const { title } = bundle().info
    expect(page()).toContain(`<title>${title}</title>`)
    const landing = readFileSync(join(outDir, 'index.html'), 'utf8')
    expect(landing).toContain(`href="./reference/${id}.html"`)
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

describe('the operator surface', () => {
  const pages = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^reference[\\/]operator[\\/].*index\.md$/.test(file),
  )

  it.each(pages)('D-028 is marked as no part of the contract on %s', (file) => {
    const text = readFileSync(join(outDir, file), 'utf8')
    expect(text).toMatch(/^# .+\n\n> .+\n\n\*\*Reference only\.\*\*/)
  })

  it('D-028 stands by itself in llms.txt, behind all else', () => {
    const [contract = '', operator = ''] = readFileSync(join(outDir, 'llms.txt'), 'utf8').split(
      '## Operator surface (reference only)',
    )
    expect(contract).not.toContain('/operator/')
    expect(operator).toContain('/reference/operator/index.md')
    expect(operator).not.toMatch(/^## /m)
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
