import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Contract, JsonSchema } from '../../src/model.ts'
import type { ParseResult } from '../../src/runtime/issue.ts'
import { emitValidators } from '../../src/validators/emit-validators.ts'
import { writeDocuments } from '../write-documents.ts'
import { contractOf } from './contract-of.ts'

export type AnyParser = (value: unknown) => ParseResult<unknown>

/** What `parsers.ts` exports, looked up by name. */
export type Generated = Record<string, AnyParser> & { folder: string }

/** Generates, bundles as a consumer would, and loads the result from disk. */
export async function loadGenerated(contract: Contract): Promise<Generated> {
  const folder = writeDocuments({})
  for (const { path, content } of await emitValidators(contract))
    writeFileSync(join(folder, path), content)
  await build({
    entryPoints: [join(folder, 'parsers.ts')],
    outfile: join(folder, 'bundle.mjs'),
    bundle: true,
    format: 'esm',
    logLevel: 'silent',
  })
  const exports = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'bundle.mjs')).href)
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
  let loading: Promise<Generated> | undefined
  return () => {
    loading ??= loadGenerated(contract)
    return loading
  }
}
