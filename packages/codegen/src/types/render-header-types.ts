import { toPascalCase } from '../bundle/names.ts'
import type { Contract, Header, Location } from '../model.ts'
import { renderDocstring } from '../render/render-docstring.ts'
import { renderKey } from '../render/render-literal.ts'

/** One interface per set of headers: `ListCountries200Headers`, `SubmissionUpdatedHeaders`. */
export function renderHeaderTypes({ operations, messages, schemas }: Contract): string {
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
    .map((set) => renderInterface(set, uniqueName(`${set.stem}Headers`, taken)))
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

function uniqueName(wish: string, taken: Set<string>): string {
  let name = wish
  for (let number = 2; taken.has(name); number += 1) name = `${wish}${number}`
  taken.add(name)
  return name
}
