import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { toRelative } from './finish-pages.ts'
import { addressOf, type Page } from './page.ts'
import { isCurrentSection, sectionsOf } from './pages/sidebar.ts'
import { toPlainMarkdown } from './to-plain-markdown.ts'

/** Code, or the address of a Markdown link within the site. */
const address = /^(`{3,})[\s\S]*?\n\1$|`[^`\n]*`|\]\((?![a-z][a-z+.-]*:)([^)\s]+)/gim

/** Writes the files of `toMarkdownFiles` into the folder. */
export function writeMarkdown({ folder, pages }: { folder: string; pages: Page[] }): void {
  for (const [name, text] of toMarkdownFiles(pages)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/**
 * Text by file name: a Markdown file for every page, beside its HTML; `llms.txt`, which lists them; and
 * `llms-full.txt`, with all pages in one file except the operator surface.
 */
export function toMarkdownFiles(pages: Page[]): Map<string, string> {
  const files = new Map(
    pages.map((page) => [`${addressOf(page).slice(1)}index.md`, toText(page, addressOf(page))]),
  )
  const sections = sectionsOf(pages).filter(isCurrentSection)
  const texts = sections.flatMap((section) => section.pages.map((page) => toText(page, '/')))
  return files.set('llms.txt', toIndex(pages)).set('llms-full.txt', texts.join('\n'))
}

/** A page as Markdown, with links relative to an address. */
function toText(page: Page, from: string): string {
  const body = toPlainMarkdown(page.body)
    .trim()
    .replaceAll(address, (whole, _, to?: string) => {
      if (to === undefined) return whole
      const { pathname, hash } = new URL(to, `http://site${addressOf(page)}`)
      return `](${toRelative(pathname + hash, from)}`
    })
  return `# ${page.title}\n\n> ${page.description}\n\n${body}\n`
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
