import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { runRedoclyCli } from '../redocly/run-redocly-cli.ts'
import { addSamples } from './add-samples.ts'
import { BundleError } from './documents.ts'

/** Writes the Redoc page of a bundled document, which needs no other file and no network. */
export async function renderRedoc(
  bundle: string,
  { page, title, specs }: { page: string; title: string; specs: string },
): Promise<void> {
  const shown = JSON.stringify(addSamples(JSON.parse(readFileSync(bundle, 'utf8'))))
  const file = `${page}.json`
  writeFileSync(file, shown)
  try {
    const args = ['build-docs', file, '--inlineBundle', '--title', title, '--output', page]
    const { stdout, stderr } = await runRedoclyCli(args, { cwd: specs })
    if (!existsSync(page)) {
      throw new BundleError(`Redoc cannot render this document:\n${stdout}${stderr}`.trim())
    }
  } finally {
    rmSync(file)
  }
  writeFileSync(page, detachPage(readFileSync(page, 'utf8'), shown))
}

/** A picture of text, in place of a logo that Redoc loads. */
const picture = (text: string, width: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="12" viewBox="0 0 ${width} 12"><text x="${width / 2}" y="10" text-anchor="middle" font-family="sans-serif" font-size="10" font-weight="700" fill="#0044d4">${text}</text></svg>`,
  )}`

/** What Redoc 3.0.1 would fetch from a CDN, and its replacement. Each URL must occur. */
const remoteAssets = [
  { url: 'https://cdn.redoc.ly/redoc/logo-mini-full.svg', replacement: picture('Redocly', 42) },
  { url: 'https://cdn.redoc.ly/redoc/logo-mini.svg', replacement: picture('R', 12) },
  { url: 'https://cdn.redocly.com/icons/fa/7.0.0', replacement: 'icons/fa' },
  { url: 'https://cdn.redocly.com/icons/code/5.24.0', replacement: 'icons/code' },
]

/** Redoc 3.0.1 takes its main colour from these; `partner-platform page`, published, has its own list. */
const colored = [
  ...['--color-primary-base', '--color-primary-hover', '--color-primary-active'],
  ...['--link-color-primary-palette', '--link-color-primary-legacy'],
]
const inColor = (color: string) => colored.map((name) => `${name}:${color}!important`).join(';')

/**
 * Replaces colours that have too little contrast (WCAG 2, 1.4.3 and 1.4.11), moves the copy button off the code,
 * reserves space for the button that a script adds beside the title, and hides what needs scripts without them.
 */
const style = `<style>
:root{${inColor('#1d4ed8')}}:root.dark{${inColor('#9db7ff')}}
[data-testid="search-trigger"] *{color:#5c5e6a!important}
.dark [data-testid="search-trigger"] *{color:#b9bac4!important}
:root:not(.dark) .tag-get *{color:#0f7a40!important}
:root:not(.dark) .tag-post *{color:#1d4ed8!important}
:root:not(.dark) :is(.tag-put,.tag-patch) *{color:#7a5a00!important}
:root:not(.dark) .tag-delete *{color:#b3261e!important}
:root:not(.dark) .tag-channel *{color:#8a4a00!important}
.dark .tag-send *{color:#a9abff!important}
:root.dark{--schema-required-color:#ff9f9f!important}
.dark [data-testid="floating-button"]{border:1px solid}
.dark [alt="redocly logo"]{filter:brightness(0) invert(1)}
.code-block-header{position:static!important;margin-block-end:-.75rem!important}
:root{--search-highlight-text-color:var(--color-primary-base)!important}
.schema-name{color:var(--text-color-primary)!important}
:root:not(.dark){--code-block-tokens-function-color:#8a4a00!important;--code-block-tokens-class-name-color:#8a4a00!important;--code-block-tokens-property-string-color:#1d4ed8!important;--code-block-tokens-boolean-color:#0f7a40!important;--code-block-tokens-comment-color:#5c5e6a!important}
:root.dark{--code-block-tokens-keyword-color:#ff7ab8!important;--code-block-tokens-comment-color:#b9bac4!important}
:has(>h1)+div{min-width:101px}
</style>
<noscript><style>.menu-content,button{display:none!important}</style></noscript>`

/**
 * Cuts a Redoc page off from the network: it names no asset of a CDN, and its content security policy runs
 * only its own scripts and allows no connections. What `shown`, the document, names is text and not an asset.
 *
 * @throws {BundleError} when Redoc names other assets than it did, so that an upgrade cannot add one unseen.
 */
export function detachPage(html: string, shown = ''): string {
  let page = html
  for (const { url, replacement } of remoteAssets) {
    if (!page.includes(url)) {
      const message = `Redoc no longer names ${url}: update the list in packages/lint/src/bundle/render-redoc.ts.`
      throw new BundleError(message)
    }
    page = page.replaceAll(url, replacement)
  }
  const named = page.match(/https?:\/\/cdn\.[^\s"'`)<>&\\]+/g) ?? []
  const left = named.find((url) => !shown.includes(url))
  if (left !== undefined) {
    const message = `Redoc names ${left}: add it to the list in packages/lint/src/bundle/render-redoc.ts.`
    throw new BundleError(message)
  }
  return addPolicy(markUp(page).replace('</head>', `${style}\n</head>`), policy)
}

/**
 * Redoc skips a level of headings below an operation, and has no landmark for its list of sections. Its own code
 * comes before the document, whose text stays as it is.
 */
function markUp(page: string): string {
  const [code = '', ...document] = page.split(/(?=const __redoc_definition = )/)
  const marked = code
    .replaceAll(/\bL\.h([45])\b/g, (_, level) => `L.h${Number(level) - 1}`)
    .replace(
      /\{(?=className:e,\$collapsedSidebar:n,\$open:r,)/,
      '{role:"navigation","aria-label":"Sections",',
    )
    // What was drawn before the script ran, which keeps its attributes.
    .replace(
      /(?<=<div class="[^"]*\bmenu-content")(?=>)/,
      ' role="navigation" aria-label="Sections"',
    )
  return [marked, ...document].join('')
}

const policy = {
  'style-src': "'unsafe-inline'",
  'img-src': 'data: blob:',
  'font-src': 'data:',
  'worker-src': 'blob:',
  'connect-src': "'none'",
}

/**
 * The page with a content security policy first in its head. Only inline scripts, by their digests, and the
 * scripts that `scripts` allows can run. The other members are source lists by directive. A directive without
 * a list loads nothing.
 *
 * @throws {BundleError} when the page has no head.
 */
export function addPolicy(
  html: string,
  { scripts, ...policy }: Readonly<Record<string, string>>,
): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)(?:\s[^>]*)?>([\s\S]*?)<\/script>/g)]
  const digests = inline.map(([, source]) => digestOf(source ?? ''))
  const lines = {
    'default-src': "'none'",
    'script-src': [...new Set(digests), ...(scripts ? [scripts] : [])].join(' ') || "'none'",
    ...policy,
    'base-uri': "'none'",
    'form-action': "'none'",
  }
  const content = Object.entries(lines)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')
  if (!/<head>/.test(html))
    throw new BundleError('A page has no <head>, so it cannot carry a policy.')
  return html.replace(
    '<head>',
    `<head>\n  <meta http-equiv="Content-Security-Policy" content="${content}">`,
  )
}

const digestOf = (source: string) =>
  `'sha256-${createHash('sha256').update(source).digest('base64')}'`
