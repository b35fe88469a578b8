import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'
import type { Contract, JsonSchema, NamedSchema } from '../../src/model.ts'
import type { ParseResult } from '../../src/runtime/issue.ts'
import { emitValidators } from '../../src/validators/emit-validators.ts'

/** A contract of these schemas and nothing else. Those named as messages are payloads. */
export function contractOf(
  schemas: Readonly<Record<string, JsonSchema>>,
  { messages = [] }: { messages?: readonly string[] } = {},
): Contract {
  const named = Object.entries(schemas).map(([name, schema]): NamedSchema => {
    const location = { file: 'schemas.yaml', pointer: `/${name}`, line: 7 }
    return { name, schema, location, isMessagePayload: messages.includes(name) }
  })
  return {
    sources: ['schemas.yaml'],
    schemas: named.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    operations: [],
    messages: [],
    securitySchemes: [],
    servers: [],
    constants: [],
    parts: { info: {}, header: {}, paths: {}, webhooks: {}, components: {} },
  }
}

export type AnyParser = (value: unknown) => ParseResult<unknown>

/** What `parsers.ts` exports, looked up by name. */
export type Generated = Record<string, AnyParser> & { folder: string }

/** Generates, bundles as a consumer would, and loads the result from disk. */
export async function loadGenerated(contract: Contract): Promise<Generated> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-codegen-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await writeGenerated(contract, folder)
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

/** The files of the validators emitter, on disk. */
export async function writeGenerated(contract: Contract, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const { path, content } of await emitValidators(contract))
    writeFileSync(join(folder, path), content)
}
