import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildDocs } from '../src/build-docs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the site, built once for all tests: only to be read. */
    site: string
  }
}

// biome-ignore lint/style/noDefaultExport: a global set-up of Vitest is a default export.
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'))
  const site = join(folder, 'dist')
  await buildDocs({ outDir: site })
  project.provide('site', site)
  return () => rmSync(folder, { recursive: true })
}
