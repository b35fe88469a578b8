import type { GeneratedFile } from '../generated-file.ts'
import { findNarrowings } from '../guards/find-narrowings.ts'
import type { Contract } from '../model.ts'
import { toOpenApi } from '../openapi/to-open-api.ts'
import { renderAliases } from './render-aliases.ts'
import { renderHeaderTypes } from './render-header-types.ts'
import { renderNarrowings } from './render-narrowings.ts'
import { renderTypes } from './render-types.ts'
import { toTypeDocument } from './to-type-document.ts'

/** `openapi.ts` (types of the merged document) and `types.ts` (a name for each schema, header set and narrowing). */
export function emitTypes(
  contract: Contract,
  { hasHeaders = true }: { hasHeaders?: boolean } = {},
): GeneratedFile[] {
  const names = [
    contract.schemas.length === 0 ? 'export {}' : "import type { components } from './openapi.ts'",
    renderAliases(contract.schemas),
    hasHeaders ? renderHeaderTypes(contract) : '',
    renderNarrowings(findNarrowings(contract), contract),
  ]
  return [
    { path: 'openapi.ts', content: renderTypes(toTypeDocument(toOpenApi(contract))) },
    { path: 'types.ts', content: `${names.filter((part) => part !== '').join('\n\n')}\n` },
  ]
}
