import { join, relative } from 'node:path'
import { bundleContract, type Contract, generate, type Location } from '@partner-platform/codegen'
import type { DocumentKind, Finding, Source } from './finding.ts'
import { type Side, toInvalidDocument } from './sides/open-side.ts'

/** What the packages of one side are made of. */
export interface GeneratedSide {
  side: Side
  /** Generated files by path, such as `types.ts`. */
  files: ReadonlyMap<string, string>
  /** The contract of each document alone, which shows the document of a name. */
  contracts: () => { [kind in DocumentKind]?: Contract }
}

const known = new WeakMap<Side, Promise<GeneratedSide>>()

/** Generates the code of a side in memory; the same side is generated once. */
export function generateSide(side: Side): Promise<GeneratedSide> {
  const made = known.get(side) ?? make(side)
  known.set(side, made)
  return made
}

async function make(side: Side): Promise<GeneratedSide> {
  const { documents, folder: cwd, label } = side
  const openapi = documents.openapi === undefined ? [] : [documents.openapi.path]
  const asyncapi = documents.asyncapi === undefined ? [] : [documents.asyncapi.path]
  const files = await generate({ openapi, asyncapi, cwd }).catch((error) => {
    throw toInvalidDocument(error, label)
  })
  let alone: ReturnType<GeneratedSide['contracts']> | undefined
  return {
    side,
    files: new Map(files.map(({ path, content }) => [path, content])),
    contracts: () => {
      alone ??= {
        ...(openapi.length > 0 && { openapi: bundleContract({ openapi, cwd }) }),
        ...(asyncapi.length > 0 && { asyncapi: bundleContract({ asyncapi, cwd }) }),
      }
      return alone
    },
  }
}

/** The file of a location, relative to its side: locations name the folder of the documents first. */
export const fileOf = ({ file }: Location): string => file.split('/').slice(1).join('/')

/** Where in the documents an exported name comes from. */
export function originOf(
  exported: string,
  { side: { contract, documents, folder }, contracts }: GeneratedSide,
  side: Source['side'],
): Pick<Finding, 'document' | 'pointer' | 'source'> {
  const stem = (exported.split('.').at(-1) ?? '').replace(/^(parse|is)(?=[A-Z])/, '').toLowerCase()
  // The longest name wins: `VisaList` is not a `Visa`.
  const owner = namedParts(contract)
    .filter(({ name }) => stem.startsWith(name.toLowerCase()))
    .sort((one, other) => other.name.length - one.name.length)[0]
  const alone = contracts()
  const kinds = Object.keys(alone) as DocumentKind[]
  const document =
    kinds.find((kind) => {
      const parts = namedParts(alone[kind] as Contract)
      return parts.some(({ name }) => name === owner?.name)
    }) ?? (kinds[0] as DocumentKind)
  const file = owner ? fileOf(owner.location) : relative(folder, documents[document]?.path ?? '')
  const pointer = owner?.location.pointer ?? sectionOf(exported)
  const line = documents[document]?.lineOf({ file: join(folder, file), pointer })
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
