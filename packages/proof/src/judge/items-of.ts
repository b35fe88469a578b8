import { below, type Document, follow, nodeAt } from '../document.ts'

type Node = {
  parameters?: unknown[]
  responses?: object
  content?: object
  properties?: object
  items?: object
  allOf?: unknown[]
}

/** How many things traffic can show of a document: operations, parameters, statuses, properties of bodies. */
export function itemsOf(document: Document): number {
  const paths = document.paths as Record<string, Record<string, Node>>
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => !method.startsWith('x-'))
        .map(([method, { parameters = [], responses = {} }]) => {
          const statuses = Object.keys(responses).map((status) => {
            const place = follow(document, below('#/paths', path, method, 'responses', status))
            return 1 + bodyItems(document, place)
          })
          return 1 + parameters.length + sum(statuses)
        }),
    )
    .reduce((total, one) => total + one, 0)
}

function bodyItems(document: Document, place: string): number {
  const { content = {} } = nodeAt(document, place) as Node
  return sum(
    Object.keys(content).map((type) =>
      properties(document, below(place, 'content', type, 'schema')),
    ),
  )
}

function properties(document: Document, start: string): number {
  const place = follow(document, start)
  const { properties: members = {}, items, allOf = [] } = nodeAt(document, place) as Node
  return sum([
    ...Object.keys(members).map(
      (name) => 1 + properties(document, below(place, 'properties', name)),
    ),
    ...allOf.map((_, index) => properties(document, below(place, 'allOf', String(index)))),
    items === undefined ? 0 : properties(document, below(place, 'items')),
  ])
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
