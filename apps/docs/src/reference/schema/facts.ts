import { type Html, html, listHtml } from '../markup.ts'

/** Something that a value must keep to. */
export interface Rule {
  /** As a row of its own: `Length` and `1 to 100`. */
  label: string
  value: Html
  /** As the end of a sentence: `has 1 to 100 characters`. */
  clause: Html
}

/** What a schema says of one value, its references and `allOf` followed. */
export interface Facts {
  /** Links to the named schemas that it is. */
  links: Html[]
  types: string[]
  isNullable: boolean
  titles: string[]
  descriptions: string[]
  notes: string[]
  rules: Rule[]
  examples: { label: string; value: unknown }[]
  marks: Html[]
  children: Child[]
}

export interface Child {
  /** What is put behind the path of the parent: `.email`, `[]`. */
  suffix: string
  isRequired: boolean
  value: unknown
  pointer: string
  /** Where the child belongs to one of several forms only. */
  note?: string
  trail: readonly string[]
}

export const noFacts = (): Facts => ({
  ...{
    links: [],
    types: [],
    isNullable: false,
    titles: [],
    descriptions: [],
    notes: [],
    rules: [],
  },
  ...{ examples: [], marks: [], children: [] },
})

/** Adds what a part says to the whole. */
export function addFacts(whole: Facts, part: Facts): void {
  whole.titles.push(...part.titles)
  whole.descriptions.push(...part.descriptions)
  whole.isNullable ||= part.isNullable
  whole.types = [...new Set([...whole.types, ...part.types])]
  whole.links.push(...part.links)
  whole.notes.push(...part.notes)
  whole.rules.push(...part.rules)
  whole.examples.push(...part.examples)
  whole.marks.push(...part.marks)
  whole.children.push(...part.children)
}

/** The type in words: a link to what is named, and the JSON type. */
export function typeWords({ links, types, isNullable }: Facts): Html {
  const words = [...types, ...(isNullable && !types.includes('null') ? ['null'] : [])]
  const plain = words.join(' or ')
  if (links.length === 0) return html`${plain === '' ? 'any' : plain}`
  const named = listHtml(links)
  return plain === '' ? named : html`${named} (${plain})`
}
