import type { Bundle } from '../bundle-node.ts'
import type { Html } from '../html.ts'

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

/** How schemas are shown on one page. */
export interface SchemaView {
  bundle: Bundle
  /** The link to a named schema, by its pointer. */
  linkTo: (pointer: string) => Html
  /** Whether the fields of a named schema are shown where it is referred to. */
  isExpanded: boolean
}

export interface SchemaPlace {
  /** Whether the place is described already, so that the words of a named schema are not needed. */
  hasWords?: boolean
  value: unknown
  pointer: string
  /** Pointers of the named schemas that this is part of, so that a circle ends. */
  trail: readonly string[]
}

/** Reads what another schema says of a value. */
export type ReadFacts = (place: SchemaPlace) => Facts
