import type { Answer } from '../http/answer.ts'

/** The JSON value of a body, `undefined` where it is none. Never throws. */
export function bodyOf({ body }: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

/** A member of an unknown value, `undefined` where there is none. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}
