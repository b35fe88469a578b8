import type { Operation } from './operation.ts'
import type { Surface } from './surface.ts'
import { toFastifyPath } from './to-fastify-path.ts'

/** Throws a `TypeError` for an operation whose requests this layer cannot read as the document says. */
export function assertReadable(operation: Operation, { requestParsers }: Surface): void {
  const problem =
    parameterProblem(operation) ??
    pathProblem(operation) ??
    bodyProblem(operation) ??
    (requestParsers[operation.id] ? undefined : 'parsers of its requests, received none')
  if (problem)
    throw new TypeError(
      `Operation ${operation.id} cannot be served: expected ${problem}. Change the document or this layer.`,
    )
}

function parameterProblem({ parameters }: Operation): string | undefined {
  if (Object.keys(parameters.cookie).length > 0) return 'no cookie parameters, received some'
  for (const place of ['path', 'query', 'header'] as const) {
    for (const [name, { kind, style }] of Object.entries(parameters[place])) {
      const isList = kind === 'array' && place === 'query' && style === 'form'
      if (kind === 'object' || (style !== undefined && !isList))
        return `plain values and lists in the query, received ${place} ${name} in style ${style}`
    }
  }
  return undefined
}

function pathProblem({ path, parameters }: Operation): string | undefined {
  const given = toFastifyPath(path).names.toSorted().join(', ')
  const described = Object.keys(parameters.path).toSorted().join(', ')
  return given === described
    ? undefined
    : `a description of the path parameters ${given}, received one of ${described || 'none'}`
}

function bodyProblem({ method, requestBody }: Operation): string | undefined {
  if (!requestBody) return undefined
  if (method === 'GET' || method === 'HEAD') return `no body of a ${method}, received one`
  const { contentType } = requestBody
  return /^application\/(json|[a-z0-9.-]+\+json)$/.test(contentType)
    ? undefined
    : `a JSON body, received ${contentType}`
}
