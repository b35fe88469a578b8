import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import type { BundledDocument } from './documents.ts'
import { packageFolder } from './folders.ts'
import { addressOf, type Page } from './page.ts'
import { toSidebar } from './pages/sidebar.ts'

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

const fence = /^(`{3,})(\w+) title="([^"]+)"\n[\s\S]*?\n\1$/gm

/**
 * Makes tabs of titled code fences that follow each other with nothing between them: radio buttons,
 * so that they need no script. A titled fence that stands alone stays as it is.
 */
export function toTabs(markdown: string): string {
  let groups = 0
  const runs = [...markdown.matchAll(fence)].reduce<Fence[][]>((found, match) => {
    const one = { start: match.index, text: match[0], title: match[3] ?? '' }
    const last = found.at(-1)?.at(-1)
    const follows = last && markdown.slice(last.start + last.text.length, one.start).trim() === ''
    if (follows) found.at(-1)?.push(one)
    else found.push([one])
    return found
  }, [])
  let tabbed = markdown
  for (const run of runs.filter(({ length }) => length > 1)) {
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last) continue
    groups += 1
    const source = markdown.slice(first.start, last.start + last.text.length)
    tabbed = tabbed.replace(source, () => renderTabs(run, groups))
  }
  return tabbed
}

type Fence = { start: number; text: string; title: string }

function renderTabs(run: Fence[], group: number): string {
  const tabs = run.map(({ text, title }, index) => {
    const id = `tabs-${group}-${index + 1}`
    const button = `<input type="radio" name="tabs-${group}" id="${id}"${index === 0 ? ' checked' : ''}><label for="${id}">${title}</label>`
    const code = text.replace(/ title="[^"]+"/, '')
    return `${button}\n<div class="tab">\n\n${code}\n\n</div>`
  })
  return `<fieldset class="tabs"><legend>Language</legend>\n${tabs.join('\n')}\n</fieldset>`
}
