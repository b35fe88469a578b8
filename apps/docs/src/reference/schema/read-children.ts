import type { BundleNode } from '../bundle-node.ts'
import { codeOf, html, listHtml } from '../html.ts'
import type { Child, Rule } from './facts.ts'

/** The fields and items of a schema, in the order in which it names them. */
export function readChildren(
  node: BundleNode,
  { trail, required }: { trail: readonly string[]; required: readonly string[] },
): Child[] {
  const each = (key: string, toSuffix: (name: string) => string): Child[] =>
    node.places(key).map(({ name, value, pointer }) => {
      const isRequired = key === 'properties' && required.includes(name)
      return { suffix: toSuffix(name), isRequired, value, pointer, trail }
    })
  const one = (key: string, suffix: string): Child[] => {
    if (!node.has(key)) return []
    const value = node.take(key)
    return [{ suffix, isRequired: false, value, pointer: `${node.pointer}/${key}`, trail }]
  }
  return [
    ...each('properties', (name) => `.${name}`),
    ...each('patternProperties', (pattern) => `./${pattern}/`),
    ...one('additionalProperties', '.*'),
    ...one('unevaluatedProperties', '.*'),
    ...each('prefixItems', (index) => `[${index}]`),
    ...one('items', '[]'),
    ...one('unevaluatedItems', '[]'),
  ]
}

/** Whether there can be other fields and items, where the schema says just yes or no. */
export function readOpenness(node: BundleNode): Rule[] {
  const read = (key: string, label: string): Rule[] => {
    const value = node.peek(key)
    if (typeof value !== 'boolean') return []
    node.take(key)
    const words = value ? 'any' : 'none'
    return [{ label, value: html`${words}`, clause: html`has ${words} of other ${label.slice(6)}` }]
  }
  return [
    ...read('additionalProperties', 'Other fields'),
    ...read('unevaluatedProperties', 'Other fields'),
    ...read('items', 'Other items'),
    ...read('unevaluatedItems', 'Other items'),
  ]
}

/** Required names without a field of their own beside them. */
export function readRequired(required: readonly string[], children: readonly Child[]): Rule[] {
  const own = new Set(children.map(({ suffix }) => suffix))
  const names = required.filter((name) => !own.has(`.${name}`)).map(codeOf)
  if (names.length === 0) return []
  const value = listHtml(names)
  const clause = html`has ${value}`
  return [{ label: 'Required', value, clause }]
}
