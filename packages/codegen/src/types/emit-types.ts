import { takeName, toPascalCase } from '../bundle/names.ts'
import { findNarrowings, type Narrowing } from '../guards/emit-guards.ts'
import { objectOf, textOf } from '../json.ts'
import type { Contract, GeneratedFile, NamedSchema } from '../model.ts'
import { toOpenApi } from '../openapi/to-open-api.ts'
import { renderDocstring, renderKey, renderLiteral } from '../render.ts'
import { renderTypes } from './render-types.ts'
import { toTypeDocument } from './to-type-document.ts'

/** `openapi.ts` (types of the merged document) and `types.ts` (a name for each schema, header set and narrowing). */
export function emitTypes(
  contract: Contract,
  { hasHeaders = true }: { hasHeaders?: boolean } = {},
): GeneratedFile[] {
  const { schemas } = contract
  const byName = new Map(schemas.map((named) => [named.name, named]))
  const parts = [
    schemas.length === 0 ? 'export {}' : "import type { components } from './openapi.ts'",
    ...schemas.map(renderAlias),
    ...(hasHeaders ? renderHeaderTypes(contract) : []),
    ...findNarrowings(contract).flatMap((narrowing) => {
      const named = byName.get(narrowing.schema)
      return named === undefined ? [] : [renderNarrowing(narrowing, named)]
    }),
  ]
  return [
    { path: 'openapi.ts', content: renderTypes(toTypeDocument(toOpenApi(contract))) },
    { path: 'types.ts', content: `${parts.join('\n\n')}\n` },
  ]
}

function renderAlias({ name, schema, location }: NamedSchema): string {
  const docstring = renderDocstring(textOf(objectOf(schema).description), location)
  return `${docstring}\nexport type ${name} = components['schemas']['${name}']`
}

/** One interface per set of headers: `ListCountries200Headers`, `SubmissionUpdatedHeaders`. */
function renderHeaderTypes({ operations, messages, schemas }: Contract): string[] {
  const taken = new Set(schemas.map(({ name }) => name))
  const ofResponses = operations.flatMap(({ id, responses, location }) =>
    responses.map(({ status, headers }) => ({
      headers,
      location,
      of: `the ${status} response of \`${id}\``,
      stem: `${toPascalCase(id)}${toPascalCase(`s${status}`).slice(1)}`,
    })),
  )
  const ofMessages = messages.map(({ id, name, headers, location }) => {
    return { headers, location, of: `a \`${name}\` message`, stem: toPascalCase(id) }
  })
  return [...ofResponses, ...ofMessages]
    .filter(({ headers }) => headers.length > 0)
    .map(({ headers, location, of, stem }) => {
      const members = headers.map(
        ({ name, required, schema }) =>
          `  ${renderKey(name)}${required ? '' : '?'}: ${schema ?? 'unknown'}\n`,
      )
      const docstring = renderDocstring(`Headers of ${of}.`, location)
      const name = takeName(`${stem}Headers`, taken)
      return `${docstring}\nexport interface ${name} {\n${members.join('')}}`
    })
}

/** The type of a schema whose condition holds: with the fields that the condition requires. */
function renderNarrowing(
  { schema: name, property, value, typeName, required }: Narrowing,
  { schema, location }: NamedSchema,
): string {
  const literal = renderLiteral(value)
  const docstring = renderDocstring(`A \`${name}\` whose \`${property}\` is ${literal}.`, location)
  const own = objectOf(objectOf(schema).properties)
  const known = required.filter((field) => Object.hasOwn(own, field))
  const others = required.filter((field) => !Object.hasOwn(own, field))
  const parts = [name, `{ ${renderKey(property)}: ${literal} }`]
  if (known.length > 0) parts.push(`Required<Pick<${name}, ${toUnion(known)}>>`)
  if (others.length > 0) parts.push(`Record<${toUnion(others)}, unknown>`)
  return `${docstring}\nexport type ${typeName} = ${parts.join(' & ')}`
}

function toUnion(names: readonly string[]): string {
  return names.map((name) => renderLiteral(name)).join(' | ')
}
