import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { DocsError } from '../errors.ts'
import { packageFolder } from '../folders.ts'
import type { Page } from '../page.ts'

const folder = join(packageFolder, 'content')

/** The hand-written pages, in the order that their front matter gives, with the figures filled in. */
export function readContentPages(fill: (text: string, file: string) => string): Page[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => readPage(file, fill))
  return pages
    .toSorted((one, other) => one.order - other.order || one.slug.localeCompare(other.slug))
    .map(({ order: _, ...page }) => page)
}

function readPage(name: string, fill: (text: string, file: string) => string) {
  const file = `apps/docs/content/${name}`
  const needed = ['title', 'description'] as const
  const { fields, body } = readFrontMatter(readFileSync(join(folder, name), 'utf8'), {
    file,
    needed,
  })
  const slug = name.replaceAll('\\', '/').replace(/(^|\/)index\.md$|\.md$/, '')
  const { title, description, order, samples } = fields
  const written = { slug, title, description, source: file, body: fill(body, file) }
  const page = { ...written, order: Number(order ?? 0) }
  return Array.isArray(samples) ? { ...page, samples: samples.map(String) } : page
}

/**
 * The fields in YAML above a Markdown text, and the text.
 *
 * @throws {DocsError} when there are none, or one of `needed` is not a text.
 */
export function readFrontMatter<Name extends string>(
  source: string,
  { file, needed }: { file: string; needed: readonly Name[] },
): { fields: Record<Name, string> & Record<string, unknown>; body: string } {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? []
  const fields = head === undefined ? undefined : parse(head)
  const missing = needed.find((name) => typeof fields?.[name] !== 'string')
  if (missing !== undefined) {
    throw new DocsError(`${file} has no ${missing}. Add it to its front matter.`)
  }
  return { fields, body: (body ?? '').trim() }
}
