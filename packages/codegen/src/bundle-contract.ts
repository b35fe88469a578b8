import { readAsyncApi } from './asyncapi/read-async-api.ts'
import { buildContract } from './build-contract.ts'
import { checkVersion } from './bundle/check-version.ts'
import type { Context } from './bundle/node.ts'
import { normalizeSchema } from './bundle/normalize-schema.ts'
import { Registry } from './bundle/registry.ts'
import { sortKeysDeep } from './bundle/sort-keys.ts'
import type { Notice } from './errors.ts'
import { DocumentStore, type Target } from './load/document-store.ts'
import type { Contract, JsonSchema, Location } from './model.ts'
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

/** The contract, and a function that adds lines to its locations. */
export interface LocatedContract {
  contract: Contract
  /** Its schemas without a name, such as those of further content types and of callbacks. */
  unnamedSchemas: { schema: JsonSchema; location: Location }[]
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
  keyOrder = 'sorted',
}: BundleOptions): LocatedContract {
  const report = new Report()
  const store = new DocumentStore([...openapi, ...asyncapi], { cwd, report })
  const context: Context = { store, report }
  const locate = (locations: readonly Location[]) => store.locate(locations)
  const openapiTargets = openAll(openapi, 'openapi', context)
  const asyncapiTargets = openAll(asyncapi, 'asyncapi', context)
  report.throwIfAny(locate)
  const { contract, unnamedSchemas } = bundle(openapiTargets, asyncapiTargets, context)
  report.throwIfAny(locate)
  return {
    contract: keyOrder === 'sorted' ? sortSchemas(contract) : contract,
    unnamedSchemas,
    notices: report.notices,
    locate,
  }
}

function sortSchemas(contract: Contract): Contract {
  const schemas = contract.schemas.map((named) => ({
    ...named,
    schema: sortKeysDeep(named.schema) as JsonSchema,
  }))
  return { ...contract, schemas }
}

function bundle(
  openapi: Target[],
  asyncapi: Target[],
  context: Context,
): Pick<LocatedContract, 'contract' | 'unnamedSchemas'> {
  const registry: Registry = new Registry(context, (entry, dialect) =>
    entry.section === 'schemas'
      ? normalizeSchema(entry.target, { context, registry, dialect })
      : reader.readComponent(entry, dialect),
  )
  const reader = new OpenApiReader(context, registry)
  const parts = readOpenApi(openapi, { context, registry, reader })
  const messages = readAsyncApi(asyncapi, { context, registry })
  const entries = registry.finish()
  const documents = [...openapi, ...asyncapi]
  return {
    contract: buildContract({ documents, parts, messages, entries, reader, context }),
    unnamedSchemas: [...reader.unnamedSchemas.values()],
  }
}

function openAll(
  documents: readonly string[],
  kind: 'openapi' | 'asyncapi',
  { store, report }: Context,
): Target[] {
  return documents.flatMap((document) => {
    const file = store.open(document)
    if (file === undefined) return []
    const target = { file, pointer: '', value: file.value }
    return checkVersion(target, kind, report) ? [target] : []
  })
}
