import type { BundleNode } from '../bundle-node.ts'
import { codeOf, html, listHtml } from '../markup.ts'
import { type Rule, toRule } from './facts.ts'

/** The rules without other schemas. */
export const readRules = (node: BundleNode): Rule[] => [
  ...readValues(node),
  ...textRules.flatMap(([key, label, words]) => {
    const text = node.text(key)
    return text === undefined ? [] : toRule(label, codeOf(text), html`${words} ${codeOf(text)}`)
  }),
  ...countRules.flatMap(([label, least, most, unit]) => {
    const bounds = toBounds(node.number(least), node.number(most))
    if (bounds === undefined) return []
    const words = html`${bounds} ${unit}${bounds.endsWith(' 1') ? '' : 's'}`
    return toRule(label, words, html`has ${words}`)
  }),
  ...readRange(node),
  ...(node.flag('uniqueItems')
    ? [toRule('Items', html`all different`, html`has no duplicate items`)]
    : []),
]

const textRules: [key: string, label: string, words: string][] = [
  ['format', 'Format', 'has the format'],
  ['pattern', 'Pattern', 'matches'],
  ['contentEncoding', 'Encoding', 'is encoded as'],
  ['contentMediaType', 'Media type', 'has the media type'],
]

const countRules: [label: string, least: string, most: string, unit: string][] = [
  ['Length', 'minLength', 'maxLength', 'character'],
  ['Items', 'minItems', 'maxItems', 'item'],
  ['Fields', 'minProperties', 'maxProperties', 'field'],
]

function readValues(node: BundleNode): Rule[] {
  const values = node.has('const') ? [node.take('const')] : node.places('enum').map(toValue)
  if (values.length === 0) return []
  const shown = listHtml(values.map(codeOf), 'or')
  return [toRule(values.length === 1 ? 'Always' : 'One of', shown, html`is ${shown}`)]
}

const toValue = ({ value }: { value: unknown }) => value

function readRange(node: BundleNode): Rule[] {
  const named = {
    exclusiveMinimum: 'above',
    exclusiveMaximum: 'below',
    multipleOf: 'a multiple of',
  }
  const words = [
    toBounds(node.number('minimum'), node.number('maximum')) ?? [],
    ...Object.entries(named).map(([key, name]) => {
      const bound = node.number(key)
      return bound === undefined ? [] : `${name} ${bound}`
    }),
  ].flat()
  if (words.length === 0) return []
  const value = html`${words.join(', ')}`
  return [toRule('Value', value, html`is ${value}`)]
}

function toBounds(least: number | undefined, most: number | undefined): string | undefined {
  if (least === undefined) return most === undefined ? undefined : `at most ${most}`
  if (most === undefined) return `at least ${least}`
  return least === most ? `exactly ${least}` : `${least} to ${most}`
}
