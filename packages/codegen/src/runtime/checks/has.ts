/** True for an own property: what came with the value, not with its prototype. */
export function has(object: object, name: string): boolean {
  return Object.hasOwn(object, name)
}
