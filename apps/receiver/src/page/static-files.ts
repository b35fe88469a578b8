import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const folder = join(import.meta.dirname, 'static')

export type StaticFile = { path: string; type: string; bytes: Buffer }

/** The files of the page as they are, by the path that each is served at; the document is the root. */
export const readStaticFiles = (): StaticFile[] =>
  readdirSync(folder).map((name) => {
    const type = types[extname(name)]
    if (type === undefined) throw new TypeError(`${name} cannot be served: its type is unknown.`)
    const path = name === 'index.html' ? '/' : `/${name}`
    return { path, type, bytes: readFileSync(join(folder, name)) }
  })
