import { type Html, html, listHtml } from '../markup.ts'

/** A rule for a value. */
export interface Rule {
  /** With `value` a row of its own: `Length` and `1 to 100`. */
  label: string
  value: Html
  /** The end of a sentence: `has 1 to 100 characters`. */
  clause: Html
}

export const toRule = (label: string, value: Html, clause = value): Rule => ({
  label,
  value,
  clause,
})

/** What a schema says about one value, including its references and `allOf`. */
export interface Facts {
  /** Links to its named schemas. */
  links: Html[]
  types: string[]
  isNullable: boolean
  titles: string[]
  descriptions: string[]
  notes: string[]
  rules: Rule[]
  examples: { label: string; value: unknown }[]
  marks: Html[]
  /** The statements and decisions that it comes from. */
  origins: Html[]
  children: Child[]
}

export interface Child {
  /** What follows the path of the parent: `.email`, `[]`. */
  suffix: string
  isRequired: boolean
  value: unknown
  pointer: string
  /** Set if the child belongs to only one of several forms. */
  note?: string
  trail: readonly string[]
}

/** The facts of several parts combined. */
export const joinFacts = (parts: readonly Facts[]): Facts => ({
  links: parts.flatMap(({ links }) => links),
  types: [...new Set(parts.flatMap(({ types }) => types))],
  isNullable: parts.some(({ isNullable }) => isNullable),
  titles: parts.flatMap(({ titles }) => titles),
  descriptions: parts.flatMap(({ descriptions }) => descriptions),
  notes: parts.flatMap(({ notes }) => notes),
  rules: parts.flatMap(({ rules }) => rules),
  examples: parts.flatMap(({ examples }) => examples),
  marks: parts.flatMap(({ marks }) => marks),
  origins: parts.flatMap(({ origins }) => origins),
  children: parts.flatMap(({ children }) => children),
})

export const noFacts: Facts = joinFacts([])

/** The type in words: links to named schemas, and the JSON type. */
export function typeWords({ links, types, isNullable }: Facts): Html {
  const words = [...types, ...(isNullable && !types.includes('null') ? ['null'] : [])]
  const plain = words.join(' or ')
  if (links.length === 0) return html`${plain === '' ? 'any' : plain}`
  const named = listHtml(links)
  return plain === '' ? named : html`${named} (${plain})`
}
