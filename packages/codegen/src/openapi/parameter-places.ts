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
  return typeof value === 'string' && Object.hasOwn(defaultStyles, value)
}

/** Headers that OpenAPI describes by other means: as parameters they mean nothing. */
export function isIgnoredHeader(name: string): boolean {
  return ['accept', 'authorization', 'content-type'].includes(name.toLowerCase())
}
