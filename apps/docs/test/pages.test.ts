import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { temporaryFolder } from '@partner-platform/harness'
import { describe, expect, it } from 'vitest'
import { collectionFiles, documents, vectorsFile } from '../src/documents.ts'
import { addressOf } from '../src/page.ts'
import { sectionsOf, toSidebar } from '../src/pages/sidebar.ts'
import { toMarkdownFiles } from '../src/write-markdown.ts'
import { writeSources } from '../src/write-sources.ts'
import { bundled, pages } from './all-pages.ts'
import { toHtml, toIds, toText } from './read-page.ts'

/** Files of the site besides its pages. */
const files = documents.flatMap(({ id }) => [`/${id}.json`, `/reference/${id}.html`])

it('the pages that others link to exist', () => {
  const guides = [
    ...['authentication', 'origins', 'rate-limits', 'errors'],
    ...['signatures', 'retries', 'tolerant-reading', 'embedding'],
  ].map((guide) => `guides/${guide}`)
  const openapi = ['', '/operations/list-countries', '/webhooks/submission-updated', '/schemas']
  const asyncapi = ['', '/messages/submission-updated', '/schemas']
  expect(pages.map(({ slug }) => slug)).toEqual(
    expect.arrayContaining([
      ...['', 'quickstart/call-the-api', 'quickstart/receive-a-webhook', ...guides],
      ...openapi.map((page) => `reference/openapi${page}`),
      ...asyncapi.map((page) => `reference/asyncapi${page}`),
      ...['decisions', 'decisions/d-001', 'traceability', 'open-points', 'changelog', 'operator'],
    ]),
  )
})

it('each page has its own address, and is in the sidebar', () => {
  const addresses = pages.map(addressOf)
  expect(addresses.filter((one, at) => addresses.indexOf(one) !== at)).toEqual([])
  expect(sectionsOf(pages).flatMap((section) => section.pages)).toHaveLength(pages.length)
  const links = [...JSON.stringify(toSidebar(pages, bundled)).matchAll(/"link":"([^"]+)"/g)]
  expect(links.map(([, link]) => link).toSorted()).toEqual([...addresses, ...files].toSorted())
})

it('headings skip no level, links have text, and each id is unique', () => {
  for (const page of pages) {
    const html = toHtml(page)
    const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level))
    const skipped = levels.filter((level, at) => level === 1 || level > (levels[at - 1] ?? 1) + 1)
    const wordless = [...html.matchAll(/<a\b[^>]*\shref=[^>]*>([\s\S]*?)<\/a>/g)].filter(
      ([, inner = '']) => toText(inner).trim() === '',
    )
    const ids = page.slug.startsWith('reference/') ? toIds(page) : []
    const twice = ids.filter((one, at) => ids.indexOf(one) !== at)
    expect([page.slug, skipped, wordless, twice]).toEqual([page.slug, [], [], []])
  }
})

it('the page of each operation shows a curl command, from a guide if one has it', () => {
  const callsOf = (page: string) =>
    pages.find(({ slug }) => slug === `reference/${page}`)?.body.match(/^curl .*$/gm)
  const operations = pages.filter(({ slug }) => /^reference\/\w+\/operations\//.test(slug))
  const without = operations.filter(({ body }) => !/^curl /m.test(body))
  expect(without.map(({ slug }) => slug)).toEqual([])
  expect(callsOf('openapi/operations/list-countries')).toHaveLength(1)
  expect(callsOf('operator/operations/update-endpoint')).toEqual(['curl --request PATCH \\'])
})

describe('the Markdown of the pages', () => {
  const written = toMarkdownFiles(pages)
  const index = written.get('llms.txt') ?? ''

  it('is listed in llms.txt, and begins with a title and a description', () => {
    for (const [file, text] of written) {
      if (file.endsWith('.txt')) continue
      expect(index).toContain(`(./${file})`)
      expect(text).toMatch(/^# .+\n\n> .+\n\n/)
    }
  })

  it('has no HTML outside of code, and no name is lost', () => {
    for (const page of pages) {
      const text = written.get(`${addressOf(page).slice(1)}index.md`) ?? ''
      expect([page.slug, withoutCode(text).match(/<(?!br>)[a-z][^>]*>/)?.[0]]).toEqual([
        page.slug,
        undefined,
      ])
      for (const [, name = ''] of page.body.matchAll(
        /<dt>(?:<code>)?([\s\S]*?)(?:<\/code>|<\/dt>)/g,
      ))
        expect(text).toContain(toText(name))
    }
  })

  it('has links that lead somewhere and stay within the site', () => {
    const known = new Set([
      ...[...written.keys()].flatMap((file) => [file, file.replace(/md$/, 'html')]),
      ...files.map((file) => file.slice(1)),
      ...[vectorsFile, ...Object.values(collectionFiles)],
    ])
    const dead = [...written].flatMap(([file, text]) =>
      [...withoutCode(text).matchAll(/\]\((?![a-z][a-z+.-]*:)([^)#\s]*)/gi)]
        .map(([, address = '']) => address)
        .filter(
          (address) => address.startsWith('/') || !known.has(toFile(join(dirname(file), address))),
        )
        .map((address) => `${file}: ${address}`),
    )
    expect(dead).toEqual([])
  })
})

const withoutCode = (text: string) =>
  text.replaceAll(/^(`{3,})[\s\S]*?\n\1$/gm, '').replaceAll(/`[^`\n]*`/g, '`')

/** The file that answers to an address. */
const toFile = (address: string) =>
  address.endsWith('/') || address === '.' ? join(address, 'index.html') : address

it('shows headers that responses share once, and says to readers what they ignore', () => {
  const bodyOf = (slug: string) => pages.find((page) => page.slug === slug)?.body ?? ''
  const operation = bodyOf('reference/openapi/operations/list-countries')
  expect(operation.match(/id="\d+\.header\.RateLimit"/g)).toEqual(['id="200.header.RateLimit"'])
  expect(operation.match(/<p>.*href="#200\.header\.RateLimit"/g)).toHaveLength(4)
  const words = 'none today; if you receive others, ignore them'
  expect(operation).toContain(words)
  expect(bodyOf('reference/operator/schemas')).not.toContain(words)
})

it('collects the examples of an operation, and folds where its parts come from', () => {
  const page = pages.find(({ slug }) => slug === 'reference/openapi/operations/list-countries')
  const [, before = '', examples = '', after = ''] =
    /^([\s\S]*)<section([\s\S]*)<\/section>([\s\S]*)$/.exec(page?.body ?? '') ?? []
  expect(before).toContain('## Request')
  for (const part of ['title="curl"', 'Body of 200', 'Body of 429'])
    expect(examples).toContain(part)
  expect(examples.match(/<details open>/g)).toHaveLength(1)
  const folded = /<details class="ref-origins">[\s\S]*?<\/details>/g
  // The request, and each response.
  expect((before + after).match(folded)).toHaveLength(6)
  expect(after.match(/<dt><a href="#200\.header\.RateLimit">.*\n?.*<code>8\.2<\/code>/)).not.toBe(
    null,
  )
  expect((before + after).replaceAll(folded, '')).not.toMatch(/Source:|Decision:/)
})

it.each(['openapi/webhooks', 'asyncapi/messages'])(
  'shows the receivers of the quickstart beside the fields: %s',
  (folder) => {
    const page = pages.find(({ slug }) => slug === `reference/${folder}/submission-updated`)
    const [, examples = ''] = /<section([\s\S]*)<\/section>/.exec(page?.body ?? '') ?? []
    for (const part of ['createNodeHandler({', 'class Receiver(BaseHTTPRequestHandler)'])
      expect(examples).toContain(part)
  },
)

it.each([true, false])(
  'links each page to its file in the repository if it is editable: %s',
  (isEditable) => {
    const folder = temporaryFolder()
    writeSources({ folder, pages, all: pages, documents: bundled, isEditable })
    const editOf = (slug: string) => {
      const file = join(folder, 'src/content/docs', slug, 'index.md')
      return /^editUrl: (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1]
    }
    const address = (path: string) =>
      isEditable ? `https://github.com/partner-platform/contract/edit/main/${path}` : 'false'
    expect(editOf('guides/errors')).toBe(address('apps/docs/content/guides/errors.md'))
    expect(editOf('reference/asyncapi/schemas')).toBe(address('specs/asyncapi.yaml'))
    expect(editOf('decisions/d-001')).toMatch(address('specs/decisions/D-001-'))
    expect(editOf('changelog')).toBe('false')
  },
)
