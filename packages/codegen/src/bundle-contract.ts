import { readAsyncApi } from './asyncapi/read-async-api.ts'
import { buildContract } from './build-contract.ts'
import { checkVersion } from './bundle/check-version.ts'
import { normalizeSchema } from './bundle/normalize-schema.ts'
import { Registry } from './bundle/registry.ts'
import type { Notice } from './errors.ts'
import { sortKeysDeep } from './json.ts'
import { DocumentStore, type Remotes } from './load/document-store.ts'
import type { Contract, JsonSchema, Location, NamedSchema } from './model.ts'
import { OpenApiReader } from './openapi/open-api-reader.ts'
import { readOpenApi } from './openapi/read-open-api.ts'
import { Report } from './report.ts'

/** The documents to read. */
export interface BundleOptions {
  /** OpenAPI 3.0 and 3.1 documents, paths relative to `cwd`. */
  openapi?: readonly string[]
  /** AsyncAPI 2 and 3 documents, paths relative to `cwd`. */
  asyncapi?: readonly string[]
  /** @default process.cwd() */
  cwd?: string
  /**
   * The folders that hold documents of the network, by the start of their addresses, such as
   * `{ 'https://example.com/schemas/': './vendor' }`. Nothing is ever fetched. @default none
   */
  remotes?: Remotes
  /**
   * Order of the keys in schemas: `sorted` gives the same contract however a document orders them,
   * `written` is what people read. @default 'sorted'
   */
  keyOrder?: 'sorted' | 'written'
}

/**
 * The documents as one contract. Reads each file once, from the file system only.
 * Throws a `ContractError` with every problem found, each with its file, line and pointer.
 */
export function bundleContract(options: BundleOptions): Contract {
  return bundleWithLocations(options).contract
}

/** The contract, with what a search for further problems needs. */
export interface LocatedContract {
  contract: Contract
  /** Its schemas without a name, such as those of further content types and of callbacks. */
  unnamedSchemas: Pick<NamedSchema, 'schema' | 'location'>[]
  /** Notices about what is carried in part. */
  notices: readonly Notice[]
  /** The locations with line and column, their files relative to `cwd`. Reads the files again. */
  locate: (locations: readonly Location[]) => Location[]
}

/** `bundleContract` for callers that look for further problems in the contract. */
export function bundleWithLocations({
  openapi = [],
  asyncapi = [],
  cwd = process.cwd(),
  remotes = {},
  keyOrder = 'sorted',
}: BundleOptions): LocatedContract {
  const report = new Report()
  const store = new DocumentStore([...openapi, ...asyncapi], { cwd, report, remotes })
  const locate = (locations: readonly Location[]) => store.locate(locations)
  const open = (document: string) => store.open(document) ?? []
  const documents = {
    openapi: openapi.flatMap(open).filter((node) => checkVersion(node, 'openapi')),
    asyncapi: asyncapi.flatMap(open).filter((node) => checkVersion(node, 'asyncapi')),
  }
  report.throwIfAny(locate)
  const registry: Registry = new Registry((entry, dialect) =>
    entry.section === 'schemas'
      ? normalizeSchema(entry.node, { registry, dialect })
      : reader.readComponent(entry, dialect),
  )
  const reader = new OpenApiReader(registry)
  const contract = buildContract({
    parts: readOpenApi(documents.openapi, { registry, reader }),
    messages: readAsyncApi(documents.asyncapi, registry),
    entries: registry.finish(),
    documents: [...documents.openapi, ...documents.asyncapi],
    operationNodes: reader.operationNodes,
  })
  report.throwIfAny(locate)
  if (keyOrder === 'sorted')
    for (const named of contract.schemas) named.schema = sortKeysDeep(named.schema) as JsonSchema
  const unnamedSchemas = [...reader.unnamedSchemas.values()]
  return { contract, unnamedSchemas, notices: report.notices, locate }
}
