import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Replaces every HTML file below the folder by what is made of it and of its address in the site. */
export function rewritePages(
  folder: string,
  rewrite: (html: string, address: string) => string,
): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.html')) continue
    const path = join(folder, file)
    writeFileSync(path, rewrite(readFileSync(path, 'utf8'), `/${file.replaceAll('\\', '/')}`))
  }
}
