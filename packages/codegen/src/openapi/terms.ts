import { compareText } from '../json.ts'

/** The methods of a path item, in the order in which they are read and emitted. */
export const methods = [
  'delete',
  'get',
  'head',
  'options',
  'patch',
  'post',
  'put',
  'query',
  'trace',
] as const

/** The places of parameters, each with its default style. */
export const defaultStyles = {
  cookie: 'form',
  header: 'simple',
  path: 'simple',
  query: 'form',
} as const

export type ParameterPlace = keyof typeof defaultStyles

export const parameterPlaces = Object.keys(defaultStyles) as ParameterPlace[]

export function isParameterPlace(value: unknown): value is ParameterPlace {
  return parameterPlaces.includes(value as ParameterPlace)
}

/** Headers that OpenAPI describes by other means: as parameters they mean nothing. */
export function isIgnoredHeader(name: string): boolean {
  return ['accept', 'authorization', 'content-type'].includes(name.toLowerCase())
}

/** The content type that represents a body: JSON, else a `+json` type, else any other. */
export function preferredContentType(contentTypes: readonly string[]): string | undefined {
  const rank = (contentType: string) =>
    [/^application\/json\s*(;|$)/i, /\+json\s*(;|$)/i, /^/].findIndex((one) =>
      one.test(contentType),
    )
  return contentTypes.toSorted((a, b) => rank(a) - rank(b) || compareText(a, b))[0]
}
