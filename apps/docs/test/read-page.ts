import { micromark } from 'micromark'
import type { Page } from '../src/page.ts'

const rendered = new Map<string, string>()

/** A page as HTML, as any renderer of CommonMark makes it. */
export function toHtml({ body }: Pick<Page, 'body'>): string {
  const html = rendered.get(body) ?? micromark(body, { allowDangerousHtml: true })
  rendered.set(body, html)
  return html
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#10;': '\n',
  '&#13;': '\r',
}

/** What a reader sees of HTML. */
export const toText = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|#39|#10|#13);/g, (entity) => entities[entity] ?? entity)
    .replaceAll('&amp;', '&')

/** White space and the signs of Markdown left out, so that prose can be compared with its source. */
export const toWords = (text: string) => text.replaceAll(/[`*\s]+/g, '')

/** Everything on a page that can be linked to. */
export function toIds(page: Pick<Page, 'body'>): string[] {
  const html = toHtml(page)
  const headings = [...html.matchAll(/<h([2-6])>([\s\S]*?)<\/h\1>/g)].map(([, , inner]) =>
    toText(inner ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
  return [...headings, ...[...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id ?? '')]
}
