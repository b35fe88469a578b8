import { describe, expect, it } from 'vitest'
import { documents } from '../../src/documents.ts'
import type { Json } from '../../src/reference/bundle-node.ts'
import { renderReference } from '../../src/reference/render-reference.ts'
import { bundled } from '../all-pages.ts'
import { toHtml, toText, toWords } from '../read-page.ts'
import { type Fact, findFacts } from './expect-all.ts'

const bundles = new Map<string, Json>(bundled.map(({ id, bundle }) => [id, bundle]))
const pages = new Map(bundled.map((one) => [one.id, renderReference(one)]))

const pageOf = (id: string, slug: string) => {
  const page = pages.get(id)?.find((one) => one.slug === `reference/${id}${slug}`)
  if (page === undefined) throw new Error(`No page ${slug} of ${id}.`)
  return toText(`${page.title}\n${toHtml(page)}`)
}

/** The facts that are not in the text, each with its pointer. */
function findMissing(text: string, facts: Iterable<Fact>): string[] {
  const words = toWords(text)
  return [...facts]
    .filter(
      (fact) => !(fact.isProse ? words.includes(toWords(fact.text)) : text.includes(fact.text)),
    )
    .map(({ pointer, text }) => `${pointer}: ${text}`)
}

const objectOf = (value: unknown) => (value ?? {}) as Record<string, Json>
const toName = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()

/** The version of the format is for machines. */
const isShown = ({ pointer }: Fact) => !/^#\/(openapi|asyncapi)$/.test(pointer)

describe.each(documents.map(({ id }) => id))('every fact of %s is on its page:', (id) => {
  it('what the document says about itself', () => {
    const { paths: _, webhooks: __, channels, components, ...rest } = bundles.get(id) as Json
    const { securitySchemes } = objectOf(components)
    const text = pageOf(id, '')
    const facts = [...findFacts({ ...rest, securitySchemes }, { pointer: '#' })].filter(isShown)
    expect(facts.length).toBeGreaterThan(30)
    expect(findMissing(text, facts)).toEqual([])
    const names = [rest['x-constants'], rest.servers, channels, securitySchemes].flatMap((map) =>
      Array.isArray(map) ? [] : Object.keys(objectOf(map)),
    )
    expect(names.filter((name) => !text.includes(name))).toEqual([])
    expect(findMissing(text, findFacts(channels, { pointer: '#/channels' }))).toEqual([])
  })

  it('each schema, in its section', () => {
    const schemas = objectOf(objectOf(bundles.get(id)?.components).schemas)
    const page = pages.get(id)?.find(({ slug }) => slug === `reference/${id}/schemas`)
    const sections = (page?.body ?? '').split(/^## /m).slice(1)
    expect(sections.length).toBe(Object.keys(schemas).length)
    for (const [name, schema] of Object.entries(schemas)) {
      const section = sections.find((one) => one.startsWith(`${name}\n`)) ?? ''
      const facts = findFacts(schema, { pointer: `#/components/schemas/${name}` })
      expect(findMissing(toText(toHtml({ body: section })), facts)).toEqual([])
    }
  })

  it('the links from the first page to all others, and from schema to schema', () => {
    const [overview, ...rest] = pages.get(id) ?? []
    const hrefsOf = (body = '') =>
      [...toHtml({ body }).matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href)
    const base = `http://site/reference/${id}/`
    const linked = hrefsOf(overview?.body).map((href) => new URL(href, base).pathname)
    expect(rest.length).toBeGreaterThan(1)
    for (const { slug } of rest) expect(linked).toContain(`/${slug}/`)
    expect(hrefsOf(rest.at(-1)?.body).some((href) => href.startsWith('#'))).toBe(true)
  })

  it('each operation and message, with all that it refers to', () => {
    const document = bundles.get(id) as Json
    const items = ['paths', 'webhooks'].flatMap((group) =>
      Object.entries(objectOf(document[group])).map(([path, item]) => ({ group, path, item })),
    )
    const calls = items.flatMap(({ group, path, item }) =>
      Object.entries(item)
        .filter(([method]) => /^(get|put|post|delete|patch)$/.test(method))
        .map(([method, call]) => ({
          page: `/${group === 'paths' ? 'operations' : group}/${toName((call as Json).operationId as string)}`,
          names: [path, method.toUpperCase()],
          value: call,
        })),
    )
    const messages = Object.entries(objectOf(objectOf(document.components).messages)).map(
      ([key, value]) => ({
        page: `/messages/${toName(key)}`,
        names: [value.name as string],
        value,
      }),
    )
    const all = [...calls, ...messages]
    expect(all.length).toBeGreaterThan(0)
    for (const { page, names, value } of all) {
      const text = pageOf(id, page)
      const facts = [...findFacts(value, { pointer: page, document })].filter(
        ({ pointer }) =>
          !/\$ref(\/.*)?\/(title|x-[a-z]+)(\/\d+)?$|\$ref\/.*description$/.test(pointer),
      )
      expect(facts.length).toBeGreaterThan(20)
      expect(names.filter((name) => !text.includes(name))).toEqual([])
      expect(findMissing(text, facts)).toEqual([])
    }
  })
})

it('finds what is left out', () => {
  const facts = findFacts({ properties: { a: { maxLength: 77 } } }, { pointer: '#' })
  expect(findMissing('b', facts)).toEqual(['#/properties/a: a', '#/properties/a/maxLength: 77'])
})
