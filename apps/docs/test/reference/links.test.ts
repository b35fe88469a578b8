import { describe, expect, it } from 'vitest'
import { documents } from '../../src/documents.ts'
import type { Page } from '../../src/page.ts'
import { renderReference } from '../../src/reference/render-reference.ts'
import { bundled } from '../all-pages.ts'
import { toHtml, toIds } from '../read-page.ts'

const pages = new Map(bundled.map((one) => [one.id, renderReference(one)]))

const hrefsOf = (page: Page) =>
  [...toHtml(page).matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href ?? '')

/** Where a link of a page leads: address and anchor. */
function follow({ slug }: Page, href: string): { path: string; anchor: string } {
  const { pathname, hash } = new URL(href, `http://site/${slug}/`)
  return { path: pathname, anchor: decodeURIComponent(hash.slice(1)) }
}

describe.each(documents.map(({ id }) => id))('the pages of %s', (id) => {
  const own = () => pages.get(id) ?? []

  it('have links that lead to a page and an id on it', () => {
    const ids = new Map(own().map((page) => [`/${page.slug}/`, ['', ...toIds(page)]]))
    const links = own().flatMap((page) =>
      hrefsOf(page)
        .filter((href) => !/^https?:/.test(href))
        .map((href) => ({ from: page.slug, href, ...follow(page, href) })),
    )
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter(({ path, anchor }) => !ids.get(path)?.includes(anchor))).toEqual([])
  })

  it('have each id once', () => {
    for (const page of own()) {
      const ids = toIds(page)
      expect([page.slug, ids.filter((one, at) => ids.indexOf(one) !== at)]).toEqual([page.slug, []])
    }
  })

  it('lead from the overview to each page, and from schemas to what they name', () => {
    const [overview, ...rest] = own()
    const linked = (overview && hrefsOf(overview).map((href) => follow(overview, href).path)) ?? []
    expect(rest.length).toBeGreaterThan(1)
    for (const { slug } of rest) expect(linked).toContain(`/${slug}/`)
    const schemas = rest.at(-1)
    expect(schemas && hrefsOf(schemas).some((href) => href.startsWith('#'))).toBe(true)
  })
})

it('pages of the contract keep their addresses', () => {
  const slugs = ['openapi', 'asyncapi'].flatMap((id) => pages.get(id)?.map(({ slug }) => slug))
  expect(slugs).toEqual(
    expect.arrayContaining([
      'reference/openapi',
      'reference/openapi/operations/list-countries',
      'reference/openapi/webhooks/submission-updated',
      'reference/openapi/schemas',
      'reference/asyncapi',
      'reference/asyncapi/messages/submission-updated',
      'reference/asyncapi/schemas',
    ]),
  )
})
