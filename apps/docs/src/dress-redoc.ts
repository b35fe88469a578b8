import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addPolicy, redocPolicy } from '@partner-platform/lint/bundle'
import { packageFolder } from './folders.ts'
import { decisionAddress } from './page.ts'

/** The custom properties from which Redoc takes its colours; `partner-platform page`, published, has its own list. */
const colored = [
  ...['--color-primary-base', '--color-primary-hover', '--color-primary-active'],
  ...['--link-color-primary-palette', '--link-color-primary-legacy'],
]
const inColor = (color: string) => colored.map((name) => `${name}:${color}!important`).join(';')

const style = `:root{${inColor('#1d4ed8')}}:root.dark{${inColor('#9db7ff')}}
.way-back{display:block;padding:.6rem 1.25rem;font:600 .875rem/1.4 system-ui,sans-serif;color:#1d4ed8;background:#fff;border-bottom:1px solid #d5d9e2;text-decoration:none}
.dark .way-back{color:#9db7ff;background:#17181c;border-color:#353841}
.way-back:hover{text-decoration:underline}
@media print{.way-back{display:none}}`

/**
 * A Redoc page as the site shows it: with its icon, its colours, a link to its first page, and links to the
 * decisions behind what it documents.
 */
export function dressRedoc(html: string): string {
  const icon = readFileSync(join(packageFolder, 'site/public/favicon.svg'), 'utf8')
  const head = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">\n<style>${style}</style>`
  const nav = '<nav aria-label="Site"><a class="way-back" href="../">← All documentation</a></nav>'
  const dressed = linkToDecisions(html)
    .replace(/\s*<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
    .replace('</head>', () => `${head}\n</head>`)
    .replace('<body>', () => `<body>\n${nav}`)
  // Its digests are those of the scripts, and the document is in one of them.
  return addPolicy(dressed, redocPolicy)
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The page with a link to its decisions at each node that they mark. */
export function linkToDecisions(html: string): string {
  const start = html.search(/\{"(openapi|asyncapi)":"\d/)
  const text = html.slice(start, endOfObject(html, start))
  const linked = JSON.stringify(addLinks(JSON.parse(text)))
  // In a script, `<` could end it.
  return html.replace(text, () => linked.replaceAll('<', '\\u003c'))
}

function addLinks(node: Json): Json {
  if (Array.isArray(node)) return node.map(addLinks)
  if (node === null || typeof node !== 'object') return node
  const members = Object.entries(node).map(([name, value]): [string, Json] => [
    name,
    addLinks(value),
  ])
  const linked = Object.fromEntries(members)
  const marks = [node['x-decision'] ?? []].flat().filter((mark) => typeof mark === 'string')
  // Redoc shows the description of a server as plain text, and nothing beside a reference.
  if (marks.length === 0 || 'url' in node || '$ref' in node) return linked
  const links = marks.map((id) => `[${id}](..${decisionAddress(id)})`).join(', ')
  const { description = '' } = node
  const said = typeof description === 'string' ? description.trimEnd() : ''
  return { ...linked, description: `${said}\n\nDecided in ${links}.`.trimStart() }
}

/** Where the object that begins at `start` ends. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth += 1
    if (token === '}') depth -= 1
    if (depth === 0) return start + index + 1
  }
  throw new Error('The page of Redoc has no document.')
}
