import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { packageFolder } from './docs-folder.ts'
import type { BundledDocument } from './documents.ts'
import { addressOf, type Page } from './page.ts'
import { toSidebar } from './pages/sidebar.ts'
import { toTabs } from './to-tabs.ts'

/** Writes the Astro project that the site is built from: the skeleton in `site/`, and every page. */
export function writeSources({
  folder,
  pages,
  documents,
}: {
  folder: string
  pages: Page[]
  documents: BundledDocument[]
}): void {
  cpSync(join(packageFolder, 'site'), folder, { recursive: true })
  writeFileSync(join(folder, 'sidebar.json'), JSON.stringify(toSidebar(pages, documents)))
  for (const page of pages) {
    const file = join(folder, 'src/content/docs', page.slug, 'index.md')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, toSource(page))
  }
}

function toSource(page: Page): string {
  const markdown = `${addressOf(page)}index.md`
  const head = [
    {
      tag: 'link',
      attrs: { rel: 'alternate', type: 'text/markdown', href: markdown },
    },
  ]
  const { title, description, isWide } = page
  const fields = { title, description, head, ...(isWide ? { tableOfContents: false } : {}) }
  return `---\n${stringify(fields)}---\n\n${toTabs(page.body)}\n\n<p class="as-markdown"><a href="${markdown}">This page as Markdown</a></p>\n`
}
