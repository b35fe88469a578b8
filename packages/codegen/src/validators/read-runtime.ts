import { readFileSync } from 'node:fs'

/** The text of a module of `src/runtime` without its imports, and on demand without `export`. */
export function readRuntime(name: string, { isExported }: { isExported: boolean }): string {
  const text = readFileSync(new URL(`../runtime/${name}.ts`, import.meta.url), 'utf8')
  const own = text.replaceAll(/^import [^']*'[^']*'\n+/gm, '')
  return isExported ? own : own.replaceAll(/^export /gm, '')
}
