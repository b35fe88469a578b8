import { BundleNode } from '../bundle-node.ts'
import { html } from '../html.ts'
import { readMarks } from '../marks.ts'
import { readChoices } from './choices.ts'
import { addFacts, type Facts, noFacts, type SchemaPlace, type SchemaView } from './facts.ts'
import { followRef } from './follow-ref.ts'
import { readChildren, readOpenness, readRequired } from './read-children.ts'
import { readSimpleRules } from './simple-rules.ts'
import { readSubschemaRules } from './subschema-rules.ts'

export type { SchemaPlace, SchemaView } from './facts.ts'

/**
 * What a schema says of a value.
 *
 * @throws {DocsError} with the pointer of a keyword that has no words here.
 */
export function readFacts(place: SchemaPlace, view: SchemaView): Facts {
  const { value, pointer, trail } = place
  const facts = noFacts()
  const read = (part: SchemaPlace) => readFacts(part, view)
  if (value === true) return { ...facts, types: ['any'] }
  if (value === false) {
    const clause = html`is absent`
    return { ...facts, types: ['nothing'], rules: [{ label: 'Presence', value: clause, clause }] }
  }
  const node = new BundleNode(view.bundle, value, pointer)
  facts.titles = [node.text('title') ?? []].flat()
  facts.descriptions = [node.text('description') ?? []].flat()
  facts.types = toTypes(node)
  facts.notes = (['deprecated', 'readOnly', 'writeOnly'] as const).flatMap((key) =>
    node.flag(key) ? noteWords[key] : [],
  )
  facts.examples = readExamples(node)
  const required = node.names('required')
  facts.rules = readOpenness(node)
  facts.children = readChildren(node, { trail, required })
  facts.rules.push(...readRequired(required, facts.children), ...readSimpleRules(node))
  const mark = readMarks(node)
  if (mark !== undefined) facts.marks.push(mark)
  const hasWords = place.hasWords === true || facts.descriptions.length > 0
  if (node.has('$ref')) addFacts(facts, followRef(node, { trail, view, hasWords, read }))
  for (const part of node.places('allOf')) {
    addFacts(facts, read({ ...part, trail, hasWords }))
  }
  for (const choice of readChoices(node, { trail, hasWords, read })) addFacts(facts, choice)
  facts.rules.push(...readSubschemaRules(node, { trail, read }))
  // By the standard a `$comment` is for readers of the document, and not to be shown.
  node.take('$comment')
  node.close()
  return facts
}

const noteWords = {
  deprecated: 'deprecated',
  readOnly: 'in answers only',
  writeOnly: 'in requests only',
}

/** A type of `null` beside others is told as nullable by `typeWords`. */
function toTypes(node: BundleNode): string[] {
  const type = node.take('type')
  if (type === undefined) return []
  return Array.isArray(type) ? type.map(String) : [String(type)]
}

function readExamples(node: BundleNode): Facts['examples'] {
  const found: Facts['examples'] = []
  if (node.has('default')) found.push({ label: 'Default', value: node.take('default') })
  if (node.has('example')) found.push({ label: 'Example', value: node.take('example') })
  for (const { value } of node.places('examples')) found.push({ label: 'Example', value })
  return found
}
