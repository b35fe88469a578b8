import type { ReferencePage } from '@partner-platform/docs'
import { micromark } from 'micromark'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const live = `<link rel="stylesheet" href="/dev/live.css">
<script type="module" src="/dev/live.js"></script>`

/** A page that loads itself again. */
export const toPage = ({ title, body }: { title: string; body: string }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${live}
</head>
<body class="reference">
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`

export const toReferencePage = ({ title, body }: ReferencePage) =>
  toPage({
    title,
    body: `<p><a href="/">All documents</a></p>\n${micromark(body, { allowDangerousHtml: true })}`,
  })

export type IndexEntry = { id: string; title: string; pages: readonly ReferencePage[] }

export const toIndexPage = (entries: readonly IndexEntry[], places: readonly string[][]) =>
  toPage({
    title: 'The contract as it is now',
    body: `${entries.map(toSection).join('\n')}
<h2>What runs</h2>
<dl>${places.map(([name = '', place = '']) => `<dt>${escapeHtml(name)}</dt><dd><code>${escapeHtml(place)}</code></dd>`).join('\n')}</dl>
<p>Guides and quickstarts are in the whole site: <code>npx pnpm@12 run docs</code>.</p>`,
  })

const toSection = ({ id, title, pages }: IndexEntry) => `<h2>${escapeHtml(title)}</h2>
<p><a href="/reference/${id}.html">In Redoc</a></p>
<ul>${pages.map((page) => `<li><a href="/${page.slug}/">${escapeHtml(page.title)}</a></li>`).join('\n')}</ul>`

/** A page of Redoc that loads itself again; its own policy would forbid that. */
export function toLiveRedoc(html: string): string {
  const page = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
  // Its scripts have texts that look like ends of a page.
  const end = page.lastIndexOf('</body>')
  return page.slice(0, end) + live + page.slice(end)
}
