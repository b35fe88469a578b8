import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toRelative } from './to-relative.ts'

const tag = /<[a-z][\w-]*(?:\s+[^\s"'<>=]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*\s*\/?>/gi
const address = /(\s(?:href|src)=")(\/(?!\/)[^"]*)"/g

/** Makes the addresses in every page of the folder relative, so that the site works below any address. */
export function relateLinks(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.html')) continue
    const path = join(folder, file)
    const page = `/${file.replaceAll('\\', '/')}`
    writeFileSync(path, relate(readFileSync(path, 'utf8'), page))
  }
}

const relate = (html: string, page: string) =>
  html.replaceAll(tag, (whole) =>
    whole.replaceAll(address, (_, name, to) => `${name}${toRelative(to, page)}"`),
  )
