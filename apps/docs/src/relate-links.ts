import { rewritePages } from './rewrite-pages.ts'
import { toRelative } from './to-relative.ts'

const tag = /<[a-z][\w-]*(?:\s+[^\s"'<>=]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*\s*\/?>/gi
const address = /(\s(?:href|src)=")(\/(?!\/)[^"]*)"/g

/** Makes the addresses in every page of the folder relative, so that the site works below any address. */
export function relateLinks(folder: string): void {
  rewritePages(folder, relate)
}

const relate = (html: string, page: string) =>
  html.replaceAll(tag, (whole) =>
    whole.replaceAll(address, (_, name, to) => `${name}${toRelative(to, page)}"`),
  )
