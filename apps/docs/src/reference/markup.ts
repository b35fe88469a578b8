import { micromark } from 'micromark'

/** Text that is already HTML. The `html` template escapes everything else. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | undefined | readonly Part[]

/** HTML: a part that is not `Html` is text, a list is joined without separators, `undefined` is omitted. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, at) => text + toText(parts[at])).join(''))
}

function toText(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'object' ? part.map(toText).join('') : escapeText(String(part))
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A blank line would end the HTML block in Markdown.
  ...{ '\r': '&#13;', '\n': '&#10;' },
}
const escapeText = (text: string) => text.replaceAll(/[&<>"'\r\n]/g, (sign) => escapes[sign] ?? '')

export const joinHtml = (parts: readonly Html[], between = ', '): Html =>
  new Html(parts.map(({ text }) => text).join(between))

/** `a`, `a and b`, `a, b and c`. */
export function listHtml(parts: readonly Html[], word = 'and'): Html {
  const last = parts.at(-1)
  if (last === undefined || parts.length === 1) return last ?? html``
  return html`${joinHtml(parts.slice(0, -1))} ${word} ${last}`
}

/** A value as JSON; a string without its quotes. */
export const codeOf = (value: unknown): Html =>
  html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`

/** A heading of a page. Its id is the one that GitHub gives it: see `toSlug`. */
export function heading(level: 2 | 3, text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>&#!~:{}|$^]/g, '\\$&')
  return `${'#'.repeat(level)} ${plain}`
}

/** A block of HTML without a blank line, which would end it; empty for `undefined`. */
export const block = (content: Html | undefined): string =>
  content === undefined ? '' : withoutBlankLines(content.text)

const withoutBlankLines = (text: string) => text.trim().replaceAll(/\n\s*\n/g, '\n')

/** A block with a paragraph; empty for `undefined`. */
export const paragraph = (content: Html | undefined): string =>
  content === undefined ? '' : block(html`<p>${content}</p>`)

/** A block with a description in Markdown; empty for `undefined`. */
export const prose = (markdown: string | undefined): string =>
  markdown === undefined ? '' : block(renderProse(markdown))

export const joinBlocks = (blocks: readonly string[]): string =>
  `${blocks.filter((one) => one !== '').join('\n\n')}\n`

/** A value as a block of code. */
export function codeBlock(value: unknown): string {
  const isText = typeof value === 'string'
  const text = isText ? value : JSON.stringify(value, null, 2)
  const ticks = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1
  const fence = '`'.repeat(ticks)
  return `${fence}${isText ? 'text' : 'json'}\n${text}\n${fence}`
}

/** A block with a table of two columns; the first names the row. */
export function table(
  { caption, columns: [first, second] }: { caption: string; columns: readonly [string, string] },
  rows: readonly (readonly [name: Html | string, value: Html])[],
): string {
  const lines = rows.map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`,
  )
  return block(html`<table class="ref-table">
<caption>${caption}</caption>
<thead><tr><th scope="col">${first}</th><th scope="col">${second}</th></tr></thead>
<tbody>
${lines}</tbody>
</table>`)
}

export type Fact = readonly [term: Html | string, value: Html | undefined]

/** A list of terms and values; facts without a value are left out. */
export function factList(facts: readonly Fact[]): Html {
  const known = facts.filter(([, value]) => value !== undefined)
  const items = known.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>\n`)
  return html`<dl class="ref-facts">\n${items}</dl>`
}

export type Field = { id: string; depth?: number; name: Html; details: Html }

/** A list of fields that can be linked to by their ids. */
export function fieldList(fields: readonly Field[]): Html {
  const items = fields.map(
    ({ id, depth = 0, name, details }) => html`<div class="ref-field ref-depth-${depth}" id="${id}">
<dt>${name}</dt>
<dd>${details}</dd>
</div>\n`,
  )
  return html`<dl class="ref-fields">\n${items}</dl>`
}

/** The id of a heading with this text: `Not Found` is `not-found`. */
export function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** The name of a page for a name in code: `listCountries` is `list-countries`. */
export function toPageName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()
}

/**
 * A description in Markdown as HTML without a blank line. HTML in it is shown as text, a dangerous link leads
 * nowhere, a picture becomes its words, and headings become bold lines: a page has its own headings.
 */
export function renderProse(markdown: string): Html {
  const text = micromark(markdown)
    .replace(/<pre>[\s\S]*?<\/pre>/g, (code) => code.replaceAll('\n', '&#10;'))
    .replace(/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g, '$2 ($1)')
    .replace(/<h[1-6]>([\s\S]*?)<\/h[1-6]>/g, '<p><strong>$1</strong></p>')
  return new Html(withoutBlankLines(text))
}

/** The same without the paragraph around it, if it is one. */
export function renderLine(markdown: string): Html {
  const { text } = renderProse(markdown)
  const only = /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(text)
  return new Html(only?.[1] ?? text)
}

/** The first paragraph of a description as plain text of one line. */
export function toPlainLine(markdown: string): string {
  const [first = ''] = markdown.trim().split(/\n\s*\n/)
  return first
    .replaceAll(/[`*]|\[(?=[^\]]*\]\()/g, '')
    .replaceAll(/\]\([^)]*\)/g, '')
    .replaceAll(/\s+/g, ' ')
}
