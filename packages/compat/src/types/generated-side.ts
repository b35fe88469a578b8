import { bundleContract, type Contract, generate } from '../codegen/codegen.ts'
import type { DocumentKind } from '../finding.ts'
import { toInvalidDocument } from '../sides/invalid-document.ts'
import type { Side } from '../sides/side.ts'

/** What the packages of one side are made of. */
export interface GeneratedSide {
  contract: Contract
  /** Generated files by path, such as `types.ts`. */
  files: ReadonlyMap<string, string>
  /** The contract of each document alone: tells which of them a name comes from. */
  contracts: () => { [kind in DocumentKind]?: Contract }
}

/** Generates the code of a side in memory; the same side is generated once. */
export function generateSide(
  side: Side,
  cache: GeneratedCache = new Map(),
): Promise<GeneratedSide> {
  const found = cache.get(side.folder)
  if (found !== undefined) return found
  const made = make(side)
  cache.set(side.folder, made)
  return made
}

export type GeneratedCache = Map<string, Promise<GeneratedSide>>

async function make({ documents, folder, contract, label }: Side): Promise<GeneratedSide> {
  const openapi = documents.openapi === undefined ? [] : [documents.openapi.path]
  const asyncapi = documents.asyncapi === undefined ? [] : [documents.asyncapi.path]
  const files = await generate({ openapi, asyncapi, cwd: folder }).catch((error) => {
    throw toInvalidDocument(error, label)
  })
  return {
    contract,
    files: new Map(files.map(({ path, content }) => [path, content])),
    contracts: once(() => ({
      ...(openapi.length > 0 && { openapi: bundleContract({ openapi, cwd: folder }) }),
      ...(asyncapi.length > 0 && { asyncapi: bundleContract({ asyncapi, cwd: folder }) }),
    })),
  }
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
