import { takeName, toPascalCase } from '../bundle/names.ts'
import type { GeneratedFile } from '../generated-file.ts'
import { findNarrowings, type Narrowing } from '../guards/find-narrowings.ts'
import { isObject } from '../json.ts'
import type { Contract, Header, Location, NamedSchema } from '../model.ts'
import { toOpenApi } from '../openapi/to-open-api.ts'
import { renderDocstring } from '../render/render-docstring.ts'
import { renderKey, renderLiteral } from '../render/render-literal.ts'
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

/** One exported type per named schema. */
function renderAliases(schemas: readonly NamedSchema[]): string {
  return schemas.map(renderAlias).join('\n\n')
}

function renderAlias({ name, schema, location }: NamedSchema): string {
  const description =
    isObject(schema) && typeof schema.description === 'string' ? schema.description : null
  return `${renderDocstring(description, location)}\nexport type ${name} = components['schemas']['${name}']`
}

/** One interface per set of headers: `ListCountries200Headers`, `SubmissionUpdatedHeaders`. */
function renderHeaderTypes({ operations, messages, schemas }: Contract): string {
  const taken = new Set(schemas.map(({ name }) => name))
  const ofResponses = operations.flatMap(({ id, responses, location }) =>
    responses.map(({ status, headers }) => ({
      stem: `${toPascalCase(id)}${toPascalCase(`s${status}`).slice(1)}`,
      of: `the ${status} response of \`${id}\``,
      headers,
      location,
    })),
  )
  const ofMessages = messages.map(({ id, name, headers, location }) => ({
    stem: toPascalCase(id),
    of: `a \`${name}\` message`,
    headers,
    location,
  }))
  return [...ofResponses, ...ofMessages]
    .filter(({ headers }) => headers.length > 0)
    .map((set) => renderInterface(set, takeName(`${set.stem}Headers`, taken)))
    .join('\n\n')
}

interface HeaderSet {
  of: string
  headers: readonly Header[]
  location: Location
}

function renderInterface({ of, headers, location }: HeaderSet, name: string): string {
  const members = headers.map(
    ({ name, required, schema }) =>
      `  ${renderKey(name)}${required ? '' : '?'}: ${schema ?? 'unknown'}`,
  )
  return [
    renderDocstring(`Headers of ${of}.`, location),
    `export interface ${name} {`,
    ...members,
    '}',
  ].join('\n')
}

/** One type per condition of a schema: the schema with the fields that the condition requires. */
function renderNarrowings(narrowings: readonly Narrowing[], { schemas }: Contract): string {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]))
  return narrowings
    .map((narrowing) => renderNarrowing(narrowing, byName.get(narrowing.schema)))
    .join('\n\n')
}

function renderNarrowing(
  { schema, property, value, typeName, required }: Narrowing,
  named: NamedSchema | undefined,
): string {
  if (named === undefined) return ''
  const text = `A \`${schema}\` whose \`${property}\` is ${renderLiteral(value)}.`
  const parts = [schema, `{ ${renderKey(property)}: ${renderLiteral(value)} }`]
  const own =
    isObject(named.schema) && isObject(named.schema.properties) ? named.schema.properties : {}
  const known = required.filter((name) => Object.hasOwn(own, name))
  const others = required.filter((name) => !Object.hasOwn(own, name))
  if (known.length > 0) parts.push(`Required<Pick<${schema}, ${toUnion(known)}>>`)
  if (others.length > 0) parts.push(`Record<${toUnion(others)}, unknown>`)
  return `${renderDocstring(text, named.location)}\nexport type ${typeName} = ${parts.join(' & ')}`
}

function toUnion(names: readonly string[]): string {
  return names.map((name) => renderLiteral(name)).join(' | ')
}
