import { isObject } from '../bundle/node.ts'

/** The name of the component that a `$ref` leads to; null where there is none. */
export function nameOfRef(node: unknown): string | null {
  const ref = isObject(node) && typeof node.$ref === 'string' ? node.$ref : undefined
  return ref === undefined ? null : ref.slice(ref.lastIndexOf('/') + 1)
}
