import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DocsError } from './errors.ts'
import { packageFolder } from './folders.ts'
import { decisionAddress } from './pages/decision-pages.ts'

const style = `.way-back{display:block;padding:.6rem 1.25rem;font:600 .875rem/1.4 system-ui,sans-serif;color:#1d4ed8;background:#fff;border-bottom:1px solid #d5d9e2;text-decoration:none}
.dark .way-back{color:#9db7ff;background:#17181c;border-color:#353841}
.way-back:hover{text-decoration:underline}
@media print{.way-back{display:none}}`

/** A Redoc page as the site shows it: its icon, links to its first page and to the decisions. */
export function dressRedoc(html: string): string {
  const icon = readFileSync(join(packageFolder, 'site/public/favicon.svg'), 'utf8')
  const head = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">\n<style>${style}</style>`
  const nav = '<nav aria-label="Site"><a class="way-back" href="../">← All documentation</a></nav>'
  return linkDecisions(html)
    .replace('</head>', () => `${head}\n</head>`)
    .replace('<body>', `<body>\n${nav}`)
}

/** The script that draws the page: it has the document in a line of its own. */
const script =
  /<script type="module">([\s\S]*?\n *const __redoc_definition = )(\{.*\})(;\n[\s\S]*?)<\/script>/

/** Adds the decisions of each described part to its description. The policy of the page allows the new script. */
function linkDecisions(html: string): string {
  const [, code, definition, call] = script.exec(html) ?? []
  if (definition === undefined)
    throw new DocsError('Redoc writes its document in another form. Correct src/dress-redoc.ts.')
  const shown = JSON.stringify(nameDecisions(JSON.parse(definition))).replaceAll('<', '\\u003c')
  const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')
  return html
    .replace(digestOf(`${code}${definition}${call}`), digestOf(`${code}${shown}${call}`))
    .replace(definition, () => shown)
}

/** The `node` of a document. Under these keys are values, not parts of the document. */
function nameDecisions(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(nameDecisions)
  if (typeof node !== 'object' || node === null) return node
  const named = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      /^(x-.*|examples?|default|const|enum)$/.test(key) ? value : nameDecisions(value),
    ]),
  )
  const { 'x-decision': marks, description } = named
  if (marks === undefined || typeof description !== 'string') return named
  const links = [marks].flat().map((id) => `[${id}](..${decisionAddress(id)})`)
  return { ...named, description: `${description}\n\nDecided in ${links.join(', ')}.` }
}
