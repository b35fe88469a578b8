import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Contract, GeneratedFile, JsonSchema } from '../../src/model.ts'
import type { ParseResult } from '../../src/runtime/issue.ts'
import { emitValidators } from '../../src/validators/emit-validators.ts'
import { writeDocuments } from '../write-documents.ts'
import { contractOf } from './contract-of.ts'

export type AnyParser = (value: unknown) => ParseResult<unknown>

/** What `parsers.ts` exports, looked up by name. */
export type Generated = Record<string, AnyParser> & { folder: string }

/** Generates, bundles as a consumer would, and loads the result from disk. */
export async function loadGenerated(contract: Contract): Promise<Generated> {
  return loadFiles(await emitValidators(contract), 'parsers.ts') as Promise<Generated>
}

/** Bundles the files in a folder of their own, and loads the entry. Fails for a file that needs a package. */
export async function loadFiles(
  files: readonly GeneratedFile[],
  entry: string,
): Promise<Record<string, unknown> & { folder: string }> {
  const folder = writeDocuments({})
  for (const { path, content } of files) writeFileSync(join(folder, path), content)
  const outfile = join(folder, 'bundle.mjs')
  const options = { bundle: true, format: 'esm', logLevel: 'silent' } as const
  await build({ entryPoints: [join(folder, entry)], outfile, ...options })
  const exports = await import(/* @vite-ignore */ pathToFileURL(outfile).href)
  return { ...exports, folder }
}

/**
 * Loads one module for many schemas, when a test first asks for it. The schema at `index` is named
 * `Subject${index}`; all may refer to `others`.
 */
export function loadOnce(
  schemas: readonly JsonSchema[],
  others: Readonly<Record<string, JsonSchema>> = {},
): () => Promise<Generated> {
  const subjects = schemas.map((schema, index) => [`Subject${index}`, schema])
  return loadFirst(contractOf({ ...Object.fromEntries(subjects), ...others }))
}

/** Loads a contract when a test first asks for it. */
export function loadFirst(contract: Contract): () => Promise<Generated> {
  return once(() => loadGenerated(contract))
}

/** What `load` gives, loaded when a test first asks for it. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}
