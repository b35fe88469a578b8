import { join, relative } from 'node:path'
import { bundleContract, type Contract, generate, type Location } from '@partner-platform/codegen'
import type { DocumentKind, Finding, Source } from './finding.ts'
import { type Side, toInvalidDocument } from './sides/open-side.ts'

/** What the packages of one side are made of. */
export interface GeneratedSide {
  contract: Contract
  /** Generated files by path, such as `types.ts`. */
  files: ReadonlyMap<string, string>
  /** The contract of each document alone, which shows the document of a name. */
  contracts: () => { [kind in DocumentKind]?: Contract }
  /** The line of a place; files are relative to the side. */
  lineOf: (file: string, pointer: string) => number | undefined
  /** The file of a document, relative to the side. */
  fileOf: (kind: DocumentKind) => string
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
  let alone: ReturnType<GeneratedSide['contracts']> | undefined
  return {
    contract,
    files: new Map(files.map(({ path, content }) => [path, content])),
    lineOf: (file, pointer) =>
      (documents.openapi ?? documents.asyncapi)?.lineOf({ file: join(folder, file), pointer }),
    fileOf: (kind) => relative(folder, documents[kind]?.path ?? folder),
    contracts: () => {
      alone ??= {
        ...(openapi.length > 0 && { openapi: bundleContract({ openapi, cwd: folder }) }),
        ...(asyncapi.length > 0 && { asyncapi: bundleContract({ asyncapi, cwd: folder }) }),
      }
      return alone
    },
  }
}

/** Where in the documents an exported name comes from. */
export function originOf(
  exported: string,
  { contract, contracts, lineOf, fileOf }: GeneratedSide,
  side: Source['side'],
): Pick<Finding, 'document' | 'pointer' | 'source'> {
  const named = namedParts(contract)
  const stem = (exported.split('.').at(-1) ?? '').replace(/^(parse|is)(?=[A-Z])/, '').toLowerCase()
  // The longest name wins: `VisaList` is not a `Visa`.
  const owner = named
    .filter(({ name }) => stem.startsWith(name.toLowerCase()))
    .sort((one, other) => other.name.length - one.name.length)[0]
  const alone = contracts()
  const kinds = Object.keys(alone) as DocumentKind[]
  const document =
    kinds.find((kind) => {
      const parts = namedParts(alone[kind] as Contract)
      return parts.some(({ name }) => name === owner?.name)
    }) ?? (kinds[0] as DocumentKind)
  const location = owner?.location
  // Locations name the folder that holds the documents first; sides do not.
  const file = location?.file.split('/').slice(1).join('/') ?? fileOf(document)
  const pointer = location?.pointer ?? sectionOf(exported)
  const line = lineOf(file, pointer)
  const source = { side, file, pointer, ...(line !== undefined && { line }) }
  return { document, pointer: `#${pointer}`, source }
}

/** Where constants come from that no schema, operation or message names. */
function sectionOf(exported: string): string {
  const [section, name = ''] = exported.split('.')
  if (section === 'servers') return '/servers'
  return section === 'securitySchemes' ? `/components/securitySchemes/${name}` : ''
}

function namedParts(contract: Contract): { name: string; location: Location }[] {
  return [
    ...contract.schemas,
    ...[...contract.operations, ...contract.messages, ...contract.constants].map((part) => ({
      name: 'id' in part ? part.id : part.name,
      location: part.location,
    })),
  ]
}
