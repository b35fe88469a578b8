import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { addressOf, type Page } from './page.ts'
import { sectionsOf } from './pages/sections.ts'
import { toRelative } from './to-relative.ts'

/** An address of the site, with what stands before it: a link of Markdown, or one of HTML in it. */
const address = /(\]\(|\shref=")(\/(?!\/)[^)"\s]*)/g

/** Writes every page as Markdown beside its HTML, and `llms.txt`, which lists them. */
export function writeMarkdown({ folder, pages }: { folder: string; pages: Page[] }): void {
  for (const page of pages) {
    const file = join(folder, page.slug, 'index.md')
    mkdirSync(dirname(file), { recursive: true })
    const body = page.body
      .trim()
      .replaceAll(address, (_, before, to) => before + toRelative(to, addressOf(page)))
    writeFileSync(file, `# ${page.title}\n\n> ${page.description}\n\n${body}\n`)
  }
  writeFileSync(join(folder, 'llms.txt'), toIndex(pages))
}

function toIndex(pages: Page[]): string {
  const landing = pages.find(({ slug }) => slug === '')
  const sections = sectionsOf(pages).map(({ label, pages: own }) => {
    const lines = own.map(
      (page) =>
        `- [${page.title}](${toRelative(addressOf(page), '/')}index.md): ${page.description}`,
    )
    return `## ${label}\n\n${lines.join('\n')}\n`
  })
  return `# Partner Platform Contract\n\n> ${landing?.description}\n\n${sections.join('\n')}`
}
