import type { BundleNode } from '../bundle-node.ts'
import { codeOf, html, listHtml } from '../markup.ts'
import type { Rule } from './facts.ts'

/** The rules that name no other schema. */
export function readSimpleRules(node: BundleNode): Rule[] {
  return [
    ...readValues(node),
    ...readText(node),
    ...readCount(node, { label: 'Length', low: 'minLength', high: 'maxLength', unit: 'character' }),
    ...readRange(node),
    ...readCount(node, { label: 'Items', low: 'minItems', high: 'maxItems', unit: 'item' }),
    ...readCount(node, {
      label: 'Fields',
      low: 'minProperties',
      high: 'maxProperties',
      unit: 'field',
    }),
    ...readUnique(node),
    ...readDependent(node),
  ]
}

function readValues(node: BundleNode): Rule[] {
  const rules: Rule[] = []
  if (node.has('const')) {
    const value = codeOf(node.take('const'))
    rules.push({ label: 'Always', value, clause: html`is ${value}` })
  }
  if (node.has('enum')) {
    const values = node.places('enum').map(({ value }) => codeOf(value))
    const [only] = values
    const value = listHtml(values, 'or')
    if (values.length === 1 && only !== undefined) {
      rules.push({ label: 'Always', value: only, clause: html`is ${only}` })
    } else rules.push({ label: 'One of', value, clause: html`is ${value}` })
  }
  return rules
}

const textRules: [key: string, label: string, words: string][] = [
  ['format', 'Format', 'has the format'],
  ['pattern', 'Pattern', 'matches'],
  ['contentEncoding', 'Encoding', 'is encoded as'],
  ['contentMediaType', 'Media type', 'has the media type'],
]

function readText(node: BundleNode): Rule[] {
  return textRules.flatMap(([key, label, words]) => {
    const text = node.text(key)
    if (text === undefined) return []
    return { label, value: codeOf(text), clause: html`${words} ${codeOf(text)}` }
  })
}

function readCount(
  node: BundleNode,
  { label, low, high, unit }: { label: string; low: string; high: string; unit: string },
): Rule[] {
  const value = toBounds(node.number(low), node.number(high))
  if (value === undefined) return []
  const words = `${value} ${value.endsWith(' 1') ? unit : `${unit}s`}`
  return [{ label, value: html`${words}`, clause: html`has ${words}` }]
}

function toBounds(least: number | undefined, most: number | undefined): string | undefined {
  if (least !== undefined && least === most) return `exactly ${least}`
  if (least !== undefined && most !== undefined) return `${least} to ${most}`
  if (least !== undefined) return `at least ${least}`
  return most === undefined ? undefined : `at most ${most}`
}

function readRange(node: BundleNode): Rule[] {
  const words = [
    toBounds(node.number('minimum'), node.number('maximum')),
    toBound('above', node.number('exclusiveMinimum')),
    toBound('below', node.number('exclusiveMaximum')),
    toBound('a multiple of', node.number('multipleOf')),
  ].filter((one) => one !== undefined)
  if (words.length === 0) return []
  const value = words.join(', ')
  return [{ label: 'Value', value: html`${value}`, clause: html`is ${value}` }]
}

const toBound = (words: string, bound: number | undefined) =>
  bound === undefined ? undefined : `${words} ${bound}`

function readUnique(node: BundleNode): Rule[] {
  if (!node.flag('uniqueItems')) return []
  return [{ label: 'Items', value: html`all different`, clause: html`has no item twice` }]
}

function readDependent(node: BundleNode): Rule[] {
  return node.places('dependentRequired').map(({ name, value }) => {
    const names = listHtml((value as string[]).map(codeOf))
    const words = html`where ${codeOf(name)} is there, so is ${names}`
    return { label: 'Together', value: words, clause: words }
  })
}
