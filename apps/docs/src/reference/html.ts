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
