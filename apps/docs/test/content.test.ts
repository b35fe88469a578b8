import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { documents } from '../src/documents.ts'
import { specsFolder } from '../src/folders.ts'
import { isPublished } from '../src/pages/figures.ts'
import { contentPages } from './all-pages.ts'

const texts = documents.map(({ file }) => readFileSync(join(specsFolder(), file), 'utf8'))
const contract = texts.join('\n')

/** Header lines of HTTP itself, which the documents have no reason to define. */
const known = ['Content-Length', 'Content-Type', 'Vary', 'Origin']

const header = /\b(?:X|[A-Z][a-z]+)(?:-[A-Z][a-z]+)+\b/g

/** Header lines that decisions name. */
const decided = new Set(
  ['D-016-error-envelope', 'D-021-origin-check', 'D-022-country-formats', 'D-026-versioning']
    .map((name) => readFileSync(join(specsFolder(), 'decisions', `${name}.md`), 'utf8'))
    .flatMap((text) => text.match(header) ?? []),
)

/** The base URLs of the three environments. */
const servers: { url: string; description: string }[] = parse(texts[0] ?? '').servers

it.each(contentPages.map((page) => [page.slug || 'index', page] as const))(
  '%s is short, names headers and servers of the contract, and links decisions',
  (_, page) => {
    const strange = (page.body.match(header) ?? []).filter(
      (name) => !contract.includes(name) && !decided.has(name) && !known.includes(name),
    )
    expect(strange).toEqual([])
    const hosts = page.body.match(/https:\/\/[\w.-]*partner-platform\.example/g) ?? []
    const urls = servers.map(({ url }) => url)
    const files = /^https:\/\/files\./
    expect(hosts.filter((host) => !urls.includes(host) && !files.test(host))).toEqual([])
    expect(page.description.length).toBeLessThanOrEqual(160)
    expect(page.body.split('\n').length).toBeLessThanOrEqual(280)
    for (const [id] of page.body.matchAll(/D-\d{3}/g)) {
      expect(page.body).toContain(`[${id}](/decisions/${id.toLowerCase()}/)`)
    }
  },
)

it.skipIf(isPublished()).each([
  [
    /\b(?:npm|pnpm|yarn|bun|deno) (?:install|i|add)\b.*@partner-platform\//,
    'Not on npm yet.',
    '{{notPublished}}',
  ],
  [/github\.com\/partner-platform\/contract\.git/, 'Not public yet.', '{{notPublic}}'],
])('each page with %s says: %s', (named, notice, placeholder) => {
  const pages = contentPages.filter(({ body }) => named.test(body))
  expect(pages).not.toEqual([])
  const silent = pages.filter(({ body }) => !body.includes(notice)).map(({ source }) => source)
  expect(silent, `Add ${placeholder}.`).toEqual([])
})

it('states the three environments as the document does', () => {
  const guide = contentPages.find(({ slug }) => slug === 'guides/authentication')?.body ?? ''
  const rows = guide.split('\n').filter((line) => line.includes('https://api.'))
  expect(rows).toHaveLength(servers.length)
  for (const { url, description } of servers) {
    expect(guide).toMatch(new RegExp(`\\| ${description} +\\| \`${url}\` `))
  }
})

it('lists every documented status and error code, and no others', () => {
  const guide = contentPages.find(({ slug }) => slug === 'guides/errors')?.body ?? ''
  const listed = [...guide.matchAll(/^\| (\d{3}) +\| (?:`(\w+)`)? *\|/gm)]
  const { paths }: { paths: Record<string, Record<string, object>> } = parse(texts[0] ?? '')
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const statuses = operations.flatMap((operation) =>
    'responses' in operation ? Object.keys(operation.responses as object) : [],
  )
  const what = 'Correct the table "By status" in content/guides/errors.md'
  expect([...new Set(listed.map(([, status]) => status))], what).toEqual(
    [...new Set(statuses)].sort(),
  )
  const codes = parse(readFileSync(join(specsFolder(), 'schemas/error-code.yaml'), 'utf8'))
  expect(listed.flatMap(([, , code]) => (code ? [code] : [])).sort(), what).toEqual(
    codes.anyOf[0].enum.toSorted(),
  )
})
