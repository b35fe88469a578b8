import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/reference/bundle-node.ts'
import { renderReference } from '../../src/reference/render-reference.ts'
import { toHtml, toText } from '../read-page.ts'
import { smallAsyncApi, smallOpenApi } from './small-document.ts'

const hostile = [
  '<script>alert(1)</script>',
  '</dd></dl>\n\n<img src=x onerror=alert(1)>\n\n# Heading\n\n<style>*{}</style>',
  '[click](javascript:alert(1)) ![picture](https://elsewhere.example/a.png) <https://ok.example>',
  '```\n</pre>\n\n<iframe>\n```\n\n````\n~~~',
  '"><svg onload=alert(1)> &lt; \' {{ }} :::note',
]

const documentsOf = (text: string): Json[] => [
  smallOpenApi(
    {
      title: text,
      description: text,
      type: 'object',
      required: [text],
      properties: {
        [text]: { description: text, enum: [text, 'b'], pattern: text, default: text },
      },
      examples: [text],
      if: { const: text },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { description: text },
      'x-mark': text,
    },
    {
      summary: text,
      description: text,
      tags: [text],
      parameters: [{ name: text, in: 'query', description: text, example: text, schema: true }],
      responses: { 200: { description: text, content: { [text]: { example: text } } } },
    },
  ),
  smallAsyncApi({
    name: text,
    title: text,
    summary: text,
    examples: [{ name: text, payload: text }],
  }),
]

const tags = new Set(
  `a br code dd details div dl dt em h2 h3 li ol p pre section small span strong summary table caption thead tbody th tr td ul`.split(
    ' ',
  ),
)
const attributes =
  /^(?:(?:class|id|scope|aria-label)="[^"<>]*"|open|href="(?:https?:|[.#\w/-]|)[^"<>]*")$/

describe('a hostile document', () => {
  it.each(hostile)('is shown as text: %j', (text) => {
    for (const bundle of documentsOf(text)) {
      for (const page of renderReference({ id: 'small', bundle })) {
        const html = toHtml(page)
        for (const [, name = '', rest = ''] of html.matchAll(
          /<\/?([a-z0-9]+)((?:\s[^>]*)?)\/?>/gi,
        )) {
          expect([page.slug, tags.has(name) ? '' : name]).toEqual([page.slug, ''])
          const own = rest.match(/[^\s="]+="[^"]*"|[^\s"/]+/g) ?? []
          expect([page.slug, own.filter((one) => !attributes.test(one))]).toEqual([page.slug, []])
        }
        expect(html).not.toMatch(/<[^a-z/]|href="(?:javascript|data):/i)
        expect(page.description).not.toContain('\n')
      }
    }
  })

  it('is shown to the letter', () => {
    const [text = ''] = hostile
    const [bundle = {}] = documentsOf(text)
    const page = renderReference({ id: 'small', bundle }).find(({ slug }) => /schemas$/.test(slug))
    const shown = toText(toHtml(page ?? { body: '' }))
    expect(shown.split(text).length - 1).toBeGreaterThan(8)
  })
})
