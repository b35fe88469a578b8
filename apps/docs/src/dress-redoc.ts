import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DocsError } from './errors.ts'
import { packageFolder } from './folders.ts'
import { decisionAddress } from './pages/decision-pages.ts'

/** The link takes no room: Redoc would place a view that the address names too high, and then move it. */
const style = `.way-back{position:absolute;top:0;right:0;z-index:1;padding:.5rem 1rem;font:600 .875rem/1.4 system-ui,sans-serif;color:#1d4ed8;text-decoration:none}
.dark .way-back{color:#9db7ff}
.way-back:hover{text-decoration:underline}
@media print{.way-back{display:none}}`

/** A program that calls an operation, as Redoc shows it. */
export type Sample = { lang: string; label: string; source: string }
/** The programs for an operation, by its id. */
export type SamplesOf = (operationId: string) => Sample[] | undefined

/**
 * A Redoc page as the site shows it: with the site's icon and its tested programs, and links to its home page
 * and to decisions.
 */
export function dressRedoc(html: string, samplesOf: SamplesOf = () => undefined): string {
  const icon = readFileSync(join(packageFolder, 'site/public/favicon.svg'), 'utf8')
  const head = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">\n<style>${style}</style>`
  const nav = '<nav aria-label="Site"><a class="way-back" href="../">← All documentation</a></nav>'
  return changeDocument(html, (document) => showSamples(nameDecisions(document), samplesOf))
    .replace('</head>', () => `${head}\n</head>`)
    .replace('<body>', `<body>\n${nav}`)
}

/** The script that draws the page, with the document on its own line. */
const script =
  /<script type="module">([\s\S]*?\n *const __redoc_definition = )(\{.*\})(;\n[\s\S]*?)<\/script>/

/** Changes the document in the page, and makes the policy of the page allow the changed script. */
function changeDocument(html: string, change: (document: unknown) => unknown): string {
  const [, code, definition, call] = script.exec(html) ?? []
  if (definition === undefined)
    throw new DocsError('The form of the Redoc page is unknown. Adapt src/dress-redoc.ts to it.')
  const shown = JSON.stringify(change(JSON.parse(definition))).replaceAll('<', '\\u003c')
  const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')
  return html
    .replace(digestOf(`${code}${definition}${call}`), digestOf(`${code}${shown}${call}`))
    .replace(definition, () => shown)
}

/** Keys that hold values, not parts of the document; and `servers`, whose descriptions Redoc shows as plain text. */
const unnamed = /^(x-.*|examples?|default|const|enum|servers)$/

/** Names the decisions of a part in its description. The keys of a `map` are names, such as `default` of responses. */
function nameDecisions(part: unknown, isMap = false): unknown {
  if (Array.isArray(part)) return part.map((item) => nameDecisions(item))
  if (typeof part !== 'object' || part === null) return part
  const named = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      unnamed.test(key) && !isMap
        ? value
        : nameDecisions(value, !isMap && /^(responses|properties)$/.test(key)),
    ]),
  )
  // Redoc shows no description of the headers of a message.
  const headers = named.headers as { 'x-decision'?: unknown } | undefined
  const marks = [named['x-decision'], headers?.['x-decision']].flat().filter(Boolean)
  if (marks.length === 0 || isMap) return named
  const links = marks.map((id) => `[${id}](..${decisionAddress(String(id))})`)
  const text = [named.description, `Decided in ${links.join(', ')}.`].filter(Boolean)
  return { ...named, description: text.join('\n\n') }
}

/** Replaces the samples that were made from the document by programs of the site. */
function showSamples(part: unknown, samplesOf: SamplesOf): unknown {
  if (Array.isArray(part)) return part.map((item) => showSamples(item, samplesOf))
  if (typeof part !== 'object' || part === null) return part
  const shown = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, showSamples(value, samplesOf)]),
  )
  const samples = 'x-codeSamples' in shown ? samplesOf(String(shown.operationId)) : undefined
  return samples === undefined ? shown : { ...shown, 'x-codeSamples': samples }
}
