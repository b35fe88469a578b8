import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from './folders.ts'

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

/** A Redoc page as the site shows it: with its icon, its colours, and a link to its first page. */
export function dressRedoc(html: string): string {
  const icon = readFileSync(join(packageFolder, 'site/public/favicon.svg'), 'utf8')
  const head = `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">\n<style>${style}</style>`
  const nav = '<nav aria-label="Site"><a class="way-back" href="../">← All documentation</a></nav>'
  return html.replace('</head>', `${head}\n</head>`).replace('<body>', `<body>\n${nav}`)
}
