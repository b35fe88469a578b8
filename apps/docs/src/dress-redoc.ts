import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DocsError } from './errors.ts'
import { packageFolder } from './folders.ts'
import { decisionAddress } from './pages/decision-pages.ts'

/** In pixels. Redoc keeps this space free above the section that the address names. */
const barHeight = 40

const style = `.site-bar{position:sticky;top:0;z-index:10;display:flex;align-items:center;box-sizing:border-box;height:${barHeight}px;padding:0 1rem;border-bottom:1px solid var(--border-color-secondary);background:var(--bg-color);font:600 .875rem/1.4 system-ui,sans-serif}
.site-bar a{color:#1d4ed8;text-decoration:none}
.dark .site-bar a{color:#9db7ff}
.site-bar a:hover{text-decoration:underline}
.site-bar h1{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
body:has(#redoc h1) .site-bar h1{display:none}
@media print{.site-bar{display:none}}`

/** A program that calls an operation, as Redoc shows it. */
export type Sample = { lang: string; label: string; source: string }
/** The programs for an operation, by its id. */
export type SamplesOf = (operationId: string) => Sample[] | undefined

/**
 * A Redoc page as the site shows it: with the site's icon and its tested programs, a bar that leads to its home
 * page, and links to decisions.
 */
export function dressRedoc(html: string, samplesOf: SamplesOf = () => undefined): string {
  const icon = readFileSync(join(packageFolder, 'site/public/favicon.svg'), 'utf8')
  const head = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">\n<style>${style}</style>`
  // Redoc removes its own title while a reader has scrolled far away from it.
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? []
  const bar = `<nav class="site-bar" aria-label="Site"><a href="../">← All documentation</a><h1>${title.trim()}</h1></nav>`
  return changeScript(html, samplesOf)
    .replace(/(?<=--navbar(-stack)?-height:)0px/g, `${barHeight}px`)
    .replace('</head>', () => `${head}\n</head>`)
    .replace('<body>', () => `<body>\n${bar}`)
}

/** The script that draws the page, with the document on its own line. */
const script =
  /<script type="module">([\s\S]*?\n *const __redoc_definition = )(\{.*\})(;\n[\s\S]*?)<\/script>/

/** Changes what the page draws, and makes the policy of the page allow the changed script. */
function changeScript(html: string, samplesOf: SamplesOf): string {
  const [, code, definition, call] = script.exec(html) ?? []
  if (code === undefined || definition === undefined || call === undefined)
    throw new DocsError('The form of the Redoc page is unknown. Adapt src/dress-redoc.ts to it.')
  const labels = new Set(['curl', 'Payload'])
  const document = showSamples(nameDecisions(JSON.parse(definition)), (operation) => {
    const samples = samplesOf(operation)
    for (const { label } of samples ?? []) labels.add(label)
    return samples
  })
  // Redoc drops a sample unless its label is among the languages.
  const languages = [...labels].map((lang) => ({ lang }))
  const options = JSON.stringify({ scrollYOffset: barHeight, codeSamples: { languages } })
  const shown = [
    code,
    JSON.stringify(document).replaceAll('<', '\\u003c'),
    call.replace('__redoc_options = {', () => `__redoc_options = {...${options},`),
  ].join('')
  const given = `${code}${definition}${call}`
  const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')
  return html.replace(digestOf(given), digestOf(shown)).replace(given, () => shown)
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
