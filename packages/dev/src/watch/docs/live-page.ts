import type { ReferencePage } from '@partner-platform/docs'
import { micromark } from 'micromark'
import { escapeHtml } from '../../escape-html.ts'

/** Reloads a page when other documents are served than those of its version. */
const toLive = (version: string) => `<link rel="stylesheet" href="/dev/live.css">
<meta name="dev-version" content="${version}">
<script type="module" src="/dev/live.js"></script>`

type Page = { title: string; body: string }

export const toPage = ({ title, body }: Page, version: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${toLive(version)}
</head>
<body class="reference">
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`

const home = '<p><a href="/">All documents</a></p>'

export function toReferencePage({ title, body }: ReferencePage, version: string): string {
  const html = micromark(body, { allowDangerousHtml: true })
  return toPage({ title, body: `${home}\n${html}` }, version)
}

/** The page shown while a page does not exist or cannot be rendered. */
export const toNoPage = (why: string, version: string) =>
  toPage({ title: 'Page not available', body: `${home}\n<pre>${escapeHtml(why)}</pre>` }, version)

export type IndexEntry = { id: string; title: string; pages: readonly ReferencePage[] }

export const toIndexPage = (
  { entries, places }: { entries: readonly IndexEntry[]; places: readonly string[][] },
  version: string,
) => {
  const body = `${entries.map(toSection).join('\n')}
<h2>What is running</h2>
<dl>${places.map(([name = '', place = '']) => `<dt>${escapeHtml(name)}</dt><dd><code>${escapeHtml(place)}</code></dd>`).join('\n')}</dl>
<p>Guides and quickstarts are in the full site: <code>npx pnpm@12 run docs</code>.</p>`
  return toPage({ title: 'The current contract', body }, version)
}

const toSection = ({ id, title, pages }: IndexEntry) => `<h2>${escapeHtml(title)}</h2>
<p><a href="/reference/${id}.html">In Redoc</a></p>
<ul>${pages.map((page) => `<li><a href="/${page.slug}/">${escapeHtml(page.title)}</a></li>`).join('\n')}</ul>`

/** A Redoc page that reloads itself; its own content security policy would forbid that. */
export function toLiveRedoc(html: string, version: string): string {
  const page = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
  // Its scripts contain strings that look like the end of a page.
  const end = page.lastIndexOf('</body>')
  return page.slice(0, end) + toLive(version) + page.slice(end)
}
