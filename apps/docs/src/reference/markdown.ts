import type { Html } from './html.ts'

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
