import { type Bundle, BundleNode } from '../bundle-node.ts'
import { codeOf, type Html, html, joinHtml, listHtml, readMarks, renderLine } from '../markup.ts'
import { addFacts, type Child, type Facts, noFacts, type Rule, typeWords } from './facts.ts'
import { readSimpleRules } from './simple-rules.ts'

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

/**
 * What a schema says of a value.
 *
 * @throws {DocsError} with the pointer of a keyword that has no words here.
 */
export function readFacts(place: SchemaPlace, view: SchemaView): Facts {
  const { value, pointer, trail } = place
  const facts = noFacts()
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
  if (node.has('$ref')) addFacts(facts, followRef(node, { trail, view, hasWords }))
  for (const part of node.places('allOf')) {
    addFacts(facts, readFacts({ ...part, trail, hasWords }, view))
  }
  for (const choice of readChoices(node, { trail, view, hasWords })) addFacts(facts, choice)
  facts.rules.push(...readSubschemaRules(node, { trail, view }))
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
function readOpenness(node: BundleNode): Rule[] {
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
function readRequired(required: readonly string[], children: readonly Child[]): Rule[] {
  const own = new Set(children.map(({ suffix }) => suffix))
  const names = required.filter((name) => !own.has(`.${name}`)).map(codeOf)
  if (names.length === 0) return []
  const value = listHtml(names)
  const clause = html`has ${value}`
  return [{ label: 'Required', value, clause }]
}

interface FollowOptions {
  trail: readonly string[]
  view: SchemaView
  /** Whether the node has a description, so that the one of the named schema is not needed. */
  hasWords: boolean
}

/** What the named schema says that a node refers to, with the link to it. */
function followRef(node: BundleNode, { trail, view, hasWords }: FollowOptions): Facts {
  const pointer = node.text('$ref') ?? ''
  const value = view.bundle.valueAt(pointer, node.pointer)
  const link = view.linkTo(pointer)
  if (trail.includes(pointer)) return { ...noFacts(), links: [link] }
  const facts = readFacts({ value, pointer, trail: [...trail, pointer] }, view)
  return {
    ...facts,
    links: [link],
    // What else it says of itself stands where the link leads.
    ...{ titles: [], marks: [], descriptions: hasWords ? [] : facts.descriptions },
    children: view.isExpanded ? facts.children : [],
  }
}

type Context = { trail: readonly string[]; view: SchemaView }

/** The rules that say something of other schemas: conditions, `not`, `contains` and the like. */
function readSubschemaRules(node: BundleNode, context: Context): Rule[] {
  const say = (key: string) => sayKey(node, key, context)
  return [
    ...readCondition(say),
    ...toRule('Not', say('not'), (words) => html`does not match this: ${words}`),
    ...toRule(
      'Names of fields',
      say('propertyNames'),
      (words) => html`has field names, each of which ${words}`,
    ),
    ...toRule('Content', say('contentSchema'), (words) => html`holds a content that ${words}`),
    ...readContains(node, say('contains')),
    ...node.places('dependentSchemas').flatMap(({ name, ...place }) => {
      const words = sayFacts(readFacts({ ...place, trail: context.trail }, context.view), context)
      return toRule('Together', html`where ${codeOf(name)} is there, it ${words}`, (all) => all)
    }),
  ]
}

function toRule(label: string, value: Html | undefined, toClause: (value: Html) => Html): Rule[] {
  return value === undefined ? [] : [{ label, value, clause: toClause(value) }]
}

function readCondition(say: (key: string) => Html | undefined): Rule[] {
  const [when, met, unmet] = [say('if'), say('then'), say('else')]
  if (when === undefined) return []
  const rules: Rule[] = []
  if (met !== undefined) {
    const clause = html`${met} where ${when}`
    rules.push({ label: 'Condition', value: html`where ${when}: ${met}`, clause })
  }
  if (unmet !== undefined) {
    const clause = html`${unmet} unless ${when}`
    rules.push({ label: 'Condition', value: html`unless ${when}: ${unmet}`, clause })
  }
  return rules
}

function readContains(node: BundleNode, words: Html | undefined): Rule[] {
  if (words === undefined) return []
  const [least, most] = [node.number('minContains') ?? 1, node.number('maxContains')]
  const bounds = most === undefined ? `at least ${least}` : `${least} to ${most}`
  const value = html`${bounds} of which each ${words}`
  return [{ label: 'Items', value, clause: html`has ${value}` }]
}

function sayKey(node: BundleNode, key: string, context: Context): Html | undefined {
  if (!node.has(key)) return undefined
  const place = { value: node.take(key), pointer: `${node.pointer}/${key}`, trail: context.trail }
  return sayFacts(readFacts(place, context.view), context)
}

/** A schema as the end of a sentence: `is a string, matches ^a`, `` `status` is `GRANTED` ``. */
function sayFacts(facts: Facts, context: Context): Html {
  const links = facts.links.map((link) => html`is ${link}`)
  const types = facts.links.length > 0 || facts.types.length === 0 ? [] : [sayTypes(facts)]
  const rules = facts.rules.filter(({ label }) => label !== 'Presence').map(({ clause }) => clause)
  const parts = [...links, ...types, ...rules, ...sayFields(facts, context)]
  const words = parts.length === 0 ? html`may be anything` : listHtml(parts)
  return html`${words}${sayRest(facts)}`
}

const sayTypes = ({ types, isNullable }: Facts) =>
  html`is of type ${[...types, ...(isNullable ? ['null'] : [])].join(' or ')}`

function sayFields({ children }: Facts, context: Context): Html[] {
  const named = (names: Html[], one: string, many: string) =>
    names.length === 0 ? [] : [html`${listHtml(names)} ${names.length === 1 ? one : many}`]
  const nameOf = (child: Child) => codeOf(child.suffix.replace(/^\./, ''))
  const isBare = ({ value }: Child) => typeof value === 'boolean'
  const required = children.filter((one) => one.isRequired && isBare(one)).map(nameOf)
  const absent = children.filter(({ value }) => value === false).map(nameOf)
  const others = children.filter((one) => !isBare(one))
  const isFree = ({ value, isRequired }: Child) => value === true && !isRequired
  return [
    ...named(required, 'is there', 'are there'),
    ...named(absent, 'is absent', 'are absent'),
    ...named(children.filter(isFree).map(nameOf), 'may be anything', 'may be anything'),
    ...others.map((child) => {
      const there = child.isRequired ? 'is there and ' : ''
      return html`${nameOf(child)} ${there}${sayFacts(readFacts(child, context.view), context)}`
    }),
  ]
}

type ChoiceContext = { trail: readonly string[]; view: SchemaView; hasWords: boolean }

/** `anyOf` and `oneOf` of a schema. */
function readChoices(node: BundleNode, { trail, view, hasWords }: ChoiceContext): Facts[] {
  return (['anyOf', 'oneOf'] as const)
    .filter((key) => node.has(key))
    .map((key) => {
      const forms = node.places(key).map((place) => readFacts({ ...place, trail, hasWords }, view))
      return toChoice(key, forms)
    })
}

const isNull = ({ types }: Facts) => types.length === 1 && types[0] === 'null'

function toChoice(key: 'anyOf' | 'oneOf', all: Facts[]): Facts {
  const forms = all.filter((form) => !isNull(form))
  const isNullable = forms.length < all.length
  const [only] = forms
  if (forms.length === 1 && only !== undefined) return { ...only, isNullable }
  const known = toOpenSet(forms)
  if (key === 'anyOf' && known !== undefined) {
    return { ...noFacts(), isNullable, types: ['string'], rules: [known] }
  }
  return {
    ...noFacts(),
    isNullable,
    types: [...new Set(forms.flatMap(({ types }) => types))],
    rules: [toChoiceRule(key, forms)],
    children: forms.flatMap(({ children }, at) =>
      children.map((child) => ({ ...child, note: `in form ${at + 1}` })),
    ),
  }
}

/** Known strings beside any other string: a set that is open. */
function toOpenSet(forms: Facts[]): Rule | undefined {
  const isPlain = (form: Facts) =>
    form.types.join() === 'string' && countWords(form) + form.links.length === 0
  const isBare = (form: Facts) => isPlain(form) && form.rules.length === 0
  const rest = forms.filter((form) => !isBare(form))
  const [known] = rest
  const [rule] = known?.rules ?? []
  if (rest.length === forms.length || rest.length !== 1 || known?.rules.length !== 1) return
  if (!isPlain(known) || (rule?.label !== 'One of' && rule?.label !== 'Always')) return
  const value = html`${rule.value}; the set is open, others can come`
  return { label: 'Known values', value, clause: html`is any string, such as ${rule.value}` }
}

const countWords = ({ titles, descriptions, notes, examples, marks }: Facts) =>
  [titles, descriptions, notes, examples, marks].flat().length

function toChoiceRule(key: 'anyOf' | 'oneOf', forms: Facts[]): Rule {
  const label = key === 'anyOf' ? 'At least one form' : 'Exactly one form'
  const items = forms.map((form) => {
    const rules = form.rules.map(({ label, value }) => html`; ${label}: ${value}`)
    return html`<li>${typeWords(form)}${rules}${sayRest(form)}</li>`
  })
  const clauses = forms.map(
    (form) => html`is ${typeWords(form)}${form.rules.map(({ clause }) => html` that ${clause}`)}`,
  )
  return {
    label,
    value: html`<ol>${joinHtml(items, '')}</ol>`,
    clause: listHtml(clauses, 'or'),
  }
}

/** What is said of a schema besides its type and rules, to be put behind them in a sentence. */
function sayRest({ titles, descriptions, notes, examples, marks }: Facts): Html {
  const parts = [
    ...titles.map((title) => html`${title}`),
    ...descriptions.map(renderLine),
    ...notes.map((note) => html`${note}`),
    ...examples.map(({ label, value }) => html`${label}: ${codeOf(value)}`),
    ...marks,
  ]
  return html`${parts.map((part) => html` (${part})`)}`
}
