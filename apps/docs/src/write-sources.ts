import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import type { BundledDocument } from './documents.ts'
import { packageFolder, specsFolder } from './folders.ts'
import { addressOf, fence, type Page, tabs } from './page.ts'
import { isPublished } from './pages/figures.ts'
import { isOperator, toSidebar, weightOf } from './pages/sidebar.ts'

/** Writes the Astro project that the site is built from: the skeleton in `site/`, and pages. */
export function writeSources({
  folder,
  pages,
  all,
  documents,
  isEditable = isPublished(),
}: {
  folder: string
  pages: Page[]
  /** The pages of the whole site: each page shows them in its sidebar. */
  all: Page[]
  documents: BundledDocument[]
  /** Whether pages lead to their file in the repository. @default once the packages are published */
  isEditable?: boolean
}): void {
  cpSync(join(packageFolder, 'site'), folder, { recursive: true })
  writeFileSync(join(folder, 'sidebar.json'), JSON.stringify(toSidebar(all, documents)))
  const manifest = JSON.parse(readFileSync(join(specsFolder(), 'package.json'), 'utf8'))
  const repository = manifest.homepage.replace(/tree\/main\/.*/, 'edit/main')
  for (const page of pages) {
    const file = join(folder, 'src/content/docs', page.slug, 'index.md')
    mkdirSync(dirname(file), { recursive: true })
    const editUrl = isEditable && page.source !== undefined ? `${repository}/${page.source}` : false
    writeFileSync(file, toSource(page, editUrl))
  }
}

function toSource(page: Page, editUrl: string | false): string {
  const markdown = `${addressOf(page)}index.md`
  const head = [{ tag: 'link', attrs: { rel: 'alternate', type: 'text/markdown', href: markdown } }]
  const { slug, title, description, isWide, isReleased } = page
  const fields = {
    ...{ title, description, head, editUrl },
    ...(isWide && { tableOfContents: false }),
    // Astro leaves out the dots of a version.
    ...(isReleased && { slug }),
    ...((isReleased || isOperator(page)) && { pagefind: false }),
  }
  const text = toTabs(page.body)
  const body = `<div data-pagefind-weight="${weightOf(page)}">\n\n${text}\n\n</div>`
  return `---\n${stringify(fields)}---\n\n${body}\n\n<p class="as-markdown"><a href="${markdown}">This page as Markdown</a></p>\n`
}

/**
 * Turns consecutive titled code fences into tabs, as radio buttons, so that they need no script. A single
 * titled fence stays as it is.
 */
export function toTabs(markdown: string): string {
  let groups = 0
  return markdown.replaceAll(tabs, (fences) => {
    groups += 1
    const programs = [...fences.matchAll(fence)].map(([, ticks, language, title, code], index) => {
      const id = `tabs-${groups}-${index + 1}`
      const button = `<input type="radio" name="tabs-${groups}" id="${id}"${index === 0 ? ' checked' : ''}><label for="${id}">${title}</label>`
      return `${button}\n<div class="tab">\n\n${ticks}${language}${code}\n\n</div>`
    })
    return `<fieldset class="tabs"><legend>Language</legend>\n${programs.join('\n')}\n</fieldset>\n\n`
  })
}
