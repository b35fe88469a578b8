import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Matrix } from './build-matrix.ts'
import { renderOpenPoints } from './render-open-points.ts'
import { renderTraceability } from './render-traceability.ts'

/** The pages of the docs site, by file name. */
export const renderPages = (matrix: Matrix): Record<string, string> => ({
  'open-points.md': renderOpenPoints(matrix),
  'traceability.md': renderTraceability(matrix),
})

/** Names of the pages in a folder that are not there, or not as they would be written. */
export function findStalePages(pages: Record<string, string>, folder: string): string[] {
  return Object.keys(pages).filter((name) => readPage(join(folder, name)) !== pages[name])
}

/** Writes the pages into a folder, which need not be there. */
export function writePages(pages: Record<string, string>, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text)
}

function readPage(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
