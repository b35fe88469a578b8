import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../docs-folder.ts'
import type { Page } from '../page.ts'
import { readFrontMatter } from './read-front-matter.ts'

const folder = join(packageFolder, 'content')

/** The pages that people write, in the order that their heads give, with the figures filled in. */
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
  const { title, description, order } = fields
  return { slug, title, description, body: fill(body, file), order: Number(order ?? 0) }
}
