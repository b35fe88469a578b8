import type { Target } from '../load/document-store.ts'
import { type Context, isObject } from './node.ts'

/**
 * The value of an example. `{ $ref: ./examples/a.json }` alone is replaced by the content of that file,
 * as other tools do.
 */
export function inlineExample(target: Target, { store }: Context): unknown {
  const { value } = target
  if (!isObject(value) || typeof value.$ref !== 'string' || Object.keys(value).length > 1)
    return value
  if (!/^[^#:]+\.(json|ya?ml)(#.*)?$/.test(value.$ref)) return value
  return store.resolve(value.$ref, target)?.value
}
