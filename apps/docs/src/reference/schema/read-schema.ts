import { type Bundle, BundleNode } from '../bundle-node.ts'
import { codeOf, type Html, html, joinHtml, listHtml, renderLine } from '../markup.ts'
import { readMarks, readOrigin } from '../object-parts.ts'
import {
  type Child,
  type Facts,
  joinFacts,
  noFacts,
  type Rule,
  toRule,
  typeWords,
} from './facts.ts'
import { readRules } from './read-rules.ts'

/** How schemas are shown on one page. */
export interface SchemaView {
  bundle: Bundle
  /** The link to a named schema, by its pointer. */
  linkToSchema: (pointer: string) => Html
  /** Whether the fields of a named schema are shown where it is referred to. */
  isExpanded: boolean
}

export interface SchemaPlace {
  value: unknown
  pointer: string
  /** Pointers of the named schemas around this one, to stop at a cycle. */
  trail: readonly string[]
  /** Whether the place already has a description, so that a named schema's own is not needed. */
  hasWords?: boolean
}

/**
 * What a schema says about a value. It knows the keywords that the check of the contract allows.
 *
 * @throws {DocsError} with the pointer of a value of the wrong type.
 */
export function readSchema(place: SchemaPlace, view: SchemaView): Facts {
  const { value, pointer, trail } = place
  if (value === true) return { ...noFacts, types: ['any'] }
  if (value === false)
    return { ...noFacts, types: ['nothing'], rules: [toRule('Presence', html`is absent`)] }
  const node = new BundleNode(view.bundle, value, pointer)
  const required = node.names('required')
  const openness = readOpenness(node)
  const children = readChildren(node, { trail, required })
  const own: Facts = {
    ...noFacts,
    children,
    titles: [node.text('title') ?? []].flat(),
    descriptions: [node.text('description') ?? []].flat(),
    // `typeWords` shows a type of `null` beside others as nullable.
    types: [node.take('type') ?? []].flat().map(String),
    notes: Object.entries(noteWords).flatMap(([key, words]) => (node.flag(key) ? words : [])),
    rules: [...openness, ...readRequired(required, children), ...readRules(node)],
    examples: readExamples(node),
    origins: [readOrigin(node) ?? []].flat(),
    marks: [readMarks(node) ?? []].flat(),
  }
  const hasWords = place.hasWords === true || own.descriptions.length > 0
  const read = (key: string) =>
    node.places(key).map((part) => readSchema({ ...part, trail, hasWords }, view))
  const parts = [
    own,
    ...(node.has('$ref') ? [followRef(node, { view, trail, hasWords })] : []),
    ...read('allOf'),
    ...(['anyOf', 'oneOf'] as const).flatMap((key) =>
      node.has(key) ? toChoice(key, read(key)) : [],
    ),
    { ...noFacts, rules: readSubschemaRules(node, { trail, view }) },
  ]
  // By the standard a `$comment` is for readers of the document, and not to be shown.
  node.take('$comment')
  return joinFacts(parts)
}

const noteWords = {
  deprecated: 'deprecated',
  readOnly: 'in answers only',
  writeOnly: 'in requests only',
}

function readExamples(node: BundleNode): Facts['examples'] {
  const single = node.has('default') ? [{ label: 'Default', value: node.take('default') }] : []
  const examples = node.places('examples').map(({ value }) => ({ label: 'Example', value }))
  return [...single, ...examples]
}

/** The fields and items of a schema, in the order in which it names them. */
function readChildren(
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
    const place = { value: node.take(key), pointer: node.pointerOf(key) }
    return [{ suffix, isRequired: false, ...place, trail }]
  }
  return [
    ...each('properties', (name) => `.${name}`),
    ...each('patternProperties', (pattern) => `./${pattern}/`),
    ...one('additionalProperties', '.*'),
    ...one('items', '[]'),
  ]
}

/** Whether there can be other fields and items, if the schema says so with a boolean. */
const readOpenness = (node: BundleNode): Rule[] =>
  Object.entries({ additionalProperties: 'fields', items: 'items' }).flatMap(([key, what]) => {
    if (typeof node.peek(key) !== 'boolean') return []
    const words = node.take(key) ? 'any' : 'none'
    const isOpen = words === 'any' || !node.bundle.isContract
    const today = isOpen ? words : 'none today; if you receive others, ignore them'
    return toRule(`Other ${what}`, html`${today}`, html`has ${words} of other ${what}`)
  })

/** Required names that are not among the schema's own fields. */
function readRequired(required: readonly string[], children: readonly Child[]): Rule[] {
  const own = new Set(children.map(({ suffix }) => suffix))
  const names = listHtml(required.filter((name) => !own.has(`.${name}`)).map(codeOf))
  return names.text === '' ? [] : [toRule('Required', names, html`has ${names}`)]
}

type Context = { trail: readonly string[]; view: SchemaView }

/** The content of the named schema that a node refers to, with a link to it. */
function followRef(node: BundleNode, { trail, view, hasWords }: Context & { hasWords: boolean }) {
  const pointer = node.text('$ref') ?? ''
  const value = view.bundle.valueAt(pointer, node.pointer)
  const links = [view.linkToSchema(pointer)]
  if (trail.includes(pointer)) return { ...noFacts, links }
  const facts = readSchema({ value, pointer, trail: [...trail, pointer] }, view)
  // Titles and marks are shown where the link leads.
  return {
    ...facts,
    links,
    titles: [],
    marks: [],
    origins: [],
    descriptions: hasWords ? [] : facts.descriptions,
    children: view.isExpanded ? facts.children : [],
  }
}

const subschemaRules: [key: string, label: string, value: string, clause: string][] = [
  ['not', 'Not', '', 'does not match this: '],
  ['propertyNames', 'Names of fields', '', 'has field names, each of which '],
  ['contains', 'Items', 'at least one that ', 'has at least one item that '],
]

/** The rules with other schemas. */
function readSubschemaRules(node: BundleNode, { trail, view }: Context): Rule[] {
  const say = (key: string): Html | undefined => {
    if (!node.has(key)) return undefined
    const place = { value: node.take(key), pointer: node.pointerOf(key), trail }
    return sayFacts(readSchema(place, view), view)
  }
  const [when, met, unmet] = [say('if'), say('then'), say('else')]
  const toCondition = (word: string, words: Html | undefined) =>
    when && words
      ? [toRule('Condition', html`${word} ${when}: ${words}`, html`${words} ${word} ${when}`)]
      : []
  return [
    ...toCondition('if', met),
    ...toCondition('unless', unmet),
    ...subschemaRules.flatMap(([key, label, value, clause]) => {
      const words = say(key)
      return words ? toRule(label, html`${value}${words}`, html`${clause}${words}`) : []
    }),
  ]
}

/** A schema as the end of a sentence: `is a string, matches ^a`, `` `status` is `GRANTED` ``. */
function sayFacts(facts: Facts, view: SchemaView): Html {
  const { links, types, isNullable } = facts
  const names = [...types, ...(isNullable ? ['null'] : [])].join(' or ')
  const parts = [
    ...links.map((link) => html`is ${link}`),
    ...(links.length > 0 || types.length === 0 ? [] : [html`is of type ${names}`]),
    ...facts.rules.filter(({ label }) => label !== 'Presence').map(({ clause }) => clause),
    ...sayFields(facts, view),
  ]
  return html`${parts.length === 0 ? 'may be anything' : listHtml(parts)}${sayRest(facts)}`
}

function sayFields({ children }: Facts, view: SchemaView): Html[] {
  const nameOf = (child: Child) => codeOf(child.suffix.replace(/^\./, ''))
  const say = (one: string, many: string, isMeant: (child: Child) => boolean) => {
    const names = children.filter(isMeant).map(nameOf)
    return names.length === 0 ? [] : [html`${listHtml(names)} ${names.length === 1 ? one : many}`]
  }
  const isBare = ({ value }: Child) => typeof value === 'boolean'
  return [
    ...say('is present', 'are present', (child) => isBare(child) && child.isRequired),
    ...say('is absent', 'are absent', ({ value }) => value === false),
    ...say(
      'may be anything',
      'may be anything',
      (child) => child.value === true && !child.isRequired,
    ),
    ...children
      .filter((child) => !isBare(child))
      .map((child) => {
        const there = child.isRequired ? 'is present and ' : ''
        return html`${nameOf(child)} ${there}${sayFacts(readSchema(child, view), view)}`
      }),
  ]
}

function toChoice(key: 'anyOf' | 'oneOf', all: readonly Facts[]): Facts {
  const forms = all.filter(({ types }) => types.join() !== 'null')
  const isNullable = forms.length < all.length
  const [only] = forms
  if (forms.length === 1 && only !== undefined) return { ...only, isNullable }
  const known = key === 'anyOf' ? toOpenSet(forms) : undefined
  if (known !== undefined) return { ...noFacts, isNullable, types: ['string'], rules: [known] }
  return {
    ...noFacts,
    isNullable,
    types: forms.flatMap(({ types }) => types),
    rules: [toChoiceRule(key, forms)],
    children: forms.flatMap(({ children }, at) =>
      children.map((child) => ({ ...child, note: `in form ${at + 1}` })),
    ),
  }
}

/** An open set: known strings, and any other string. */
function toOpenSet(forms: readonly Facts[]): Rule | undefined {
  const isPlain = (form: Facts) =>
    form.types.join() === 'string' && form.links.length === 0 && sayRest(form).text === ''
  const [known, ...more] = forms.filter((form) => !isPlain(form) || form.rules.length > 0)
  const [rule, ...others] = known?.rules ?? []
  if (!known || !isPlain(known) || !rule || more.length + others.length > 0) return undefined
  if (forms.length === 1 || !['One of', 'Always'].includes(rule.label)) return undefined
  const value = html`${rule.value}; the set is open, so expect others`
  return toRule('Known values', value, html`is any string, such as ${rule.value}`)
}

function toChoiceRule(key: 'anyOf' | 'oneOf', forms: readonly Facts[]): Rule {
  const label = key === 'anyOf' ? 'At least one form' : 'Exactly one form'
  const items = forms.map((form) => {
    const rules = form.rules.map(({ label, value }) => html`; ${label}: ${value}`)
    return html`<li>${typeWords(form)}${rules}${sayRest(form)}</li>`
  })
  const clauses = forms.map(
    (form) => html`is ${typeWords(form)}${form.rules.map(({ clause }) => html` that ${clause}`)}`,
  )
  return toRule(label, html`<ol>${joinHtml(items, '')}</ol>`, listHtml(clauses, 'or'))
}

/** The remaining facts of a schema, besides type and rules, in brackets. */
function sayRest({ titles, descriptions, notes, examples, marks, origins }: Facts): Html {
  const parts = [
    ...titles.map((title) => html`${title}`),
    ...descriptions.map(renderLine),
    ...notes.map((note) => html`${note}`),
    ...examples.map(({ label, value }) => html`${label}: ${codeOf(value)}`),
    ...marks,
    ...origins,
  ]
  return html`${parts.map((part) => html` (${part})`)}`
}
