import { micromark } from 'micromark'
import type { Bundle, BundleNode } from './bundle-node.ts'

/** Text that is HTML already. Whatever else goes into the `html` template is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | undefined | readonly Part[]

/** HTML in which every part that is no `Html` stands as text; a list is put together without a gap. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const texts = strings.map((text, at) => text + toText(parts[at]))
  return new Html(texts.join(''))
}

function toText(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'object' ? part.map(toText).join('') : escapeText(String(part))
}

/** A line feed is written as a reference, as a blank line would end the HTML block in Markdown. */
function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\n', '&#10;')
}

export function joinHtml(parts: readonly Html[], between: string): Html {
  return new Html(parts.map(({ text }) => text).join(between))
}

/** `a`, `a and b`, `a, b and c`. */
export function listHtml(parts: readonly Html[], word = 'and'): Html {
  const last = parts.at(-1)
  if (last === undefined || parts.length === 1) return last ?? html``
  return html`${joinHtml(parts.slice(0, -1), ', ')} ${word} ${last}`
}

/** A value as it stands in JSON; a string without its quotes. */
export function codeOf(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`
}

/** A heading of a page. Its id is that which GitHub gives it, as `toSlug` tells. */
export function heading(level: 2 | 3, text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>&#!~:{}|$^]/g, '\\$&')
  return `${'#'.repeat(level)} ${plain}`
}

/** A block of HTML: no blank line in it, which would end it. */
export function block(content: Html): string {
  return content.text.trim().replaceAll(/\n\s*\n/g, '\n')
}

/** A value as a block of code; a string that is no JSON stays as it is. */
export function codeBlock(value: unknown): string {
  const isText = typeof value === 'string'
  const text = isText ? value : JSON.stringify(value, null, 2)
  const ticks = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1
  const fence = '`'.repeat(ticks)
  return `${fence}${isText ? 'text' : 'json'}\n${text}\n${fence}`
}

export function joinBlocks(blocks: readonly (string | undefined)[]): string {
  return `${blocks.filter((one) => one !== undefined && one !== '').join('\n\n')}\n`
}

/** The id of a heading with this text, and the name of a page: `Not Found` is `not-found`. */
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
 * nowhere, a picture becomes its words, and headings are bold lines: those of a page are its own.
 */
export function renderProse(markdown: string): Html {
  const text = micromark(markdown)
    .replace(/<pre>[\s\S]*?<\/pre>/g, (block) => block.replaceAll('\n', '&#10;'))
    .replace(/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g, '$2 ($1)')
    .replace(/<h[1-6]>([\s\S]*?)<\/h[1-6]>/g, '<p><strong>$1</strong></p>')
  return new Html(text.trim().replaceAll(/\n\s*\n/g, '\n'))
}

/** The same without the paragraph around it, where it is one. */
export function renderLine(markdown: string): Html {
  const { text } = renderProse(markdown)
  const only = /^<p>((?:(?!<p>)[\s\S])*)<\/p>$/.exec(text)
  return new Html(only?.[1] ?? text)
}

/** Extensions that have words of their own. Any other is shown by its name. */
const words: Record<string, (value: Html) => Html> = {
  'x-source': (value) => html`Source: ${value}`,
  'x-decision': (value) => html`Decision: ${value}`,
  'x-sender-only': () => html`This binds who sends; a reader accepts more.`,
  'x-name': (value) => html`Name in code: ${value}`,
}

/** The extensions of an object as one line; `undefined` where it has none. */
export function readMarks(node: BundleNode): Html | undefined {
  const marks = node.extensions().map(([name, value]) => {
    const values = Array.isArray(value) ? value.map(codeOf) : [codeOf(value)]
    const shown = joinHtml(values, ', ')
    return words[name]?.(shown) ?? html`${name}: ${shown}`
  })
  return marks.length === 0
    ? undefined
    : html`<small class="ref-marks">${joinHtml(marks, ' · ')}</small>`
}

/** Everything that was read and is marked `deprecated: true`; to be asked once all other pages are made. */
export function renderDeprecated({ deprecated }: Bundle): Html {
  if (deprecated.size === 0) return html`<p>Nothing in this document is deprecated.</p>`
  return html`<ul>${[...deprecated].map((pointer) => html`<li>${codeOf(pointer)}</li>`)}</ul>`
}
