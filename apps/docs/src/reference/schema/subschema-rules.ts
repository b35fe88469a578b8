import type { BundleNode } from '../bundle-node.ts'
import { codeOf, type Html, html, listHtml } from '../html.ts'
import type { Child, Facts, ReadFacts, Rule } from './facts.ts'
import { sayRest } from './say-rest.ts'

type Context = { trail: readonly string[]; read: ReadFacts }

/** The rules that say something of other schemas: conditions, `not`, `contains` and the like. */
export function readSubschemaRules(node: BundleNode, context: Context): Rule[] {
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
      const words = sayFacts(context.read({ ...place, trail: context.trail }), context)
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
  return sayFacts(context.read(place), context)
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
      return html`${nameOf(child)} ${there}${sayFacts(context.read(child), context)}`
    }),
  ]
}
