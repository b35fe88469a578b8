import type { Contract, Location } from '../codegen/codegen.ts'
import type { DocumentKind, Finding } from '../finding.ts'
import type { GeneratedSide } from './generated-side.ts'

/** Where in the documents an exported name comes from. */
export function originOf(
  exported: string,
  { contract, contracts }: GeneratedSide,
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
  const file = location?.file.split('/').slice(1).join('/') ?? ''
  return {
    document,
    pointer: `#${location?.pointer ?? ''}`,
    source: location === undefined ? null : { file, pointer: location.pointer },
  }
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
