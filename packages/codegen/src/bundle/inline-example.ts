import type { Target } from '../load/document-store.ts'
import { type Context, isObject } from './node.ts'

/**
 * The value of an example, with the file it is kept in put in its place: `{ $ref: ./examples/a.json }`
 * alone is a pointer to an example, as the other tools of the field read it.
 */
export function inlineExample(target: Target, { store }: Context): unknown {
  const { value } = target
  if (!isObject(value) || typeof value.$ref !== 'string' || Object.keys(value).length > 1)
    return value
  if (!/^[^#:]+\.(json|ya?ml)(#.*)?$/.test(value.$ref)) return value
  return store.resolve(value.$ref, target)?.value
}
