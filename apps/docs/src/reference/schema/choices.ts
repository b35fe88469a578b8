import type { BundleNode } from '../bundle-node.ts'
import { html, joinHtml, listHtml } from '../html.ts'
import { type Facts, noFacts, type ReadFacts, type Rule } from './facts.ts'
import { sayRest } from './say-rest.ts'
import { typeWords } from './type-words.ts'

type Context = { trail: readonly string[]; hasWords: boolean; read: ReadFacts }

/** `anyOf` and `oneOf` of a schema. */
export function readChoices(node: BundleNode, { trail, hasWords, read }: Context): Facts[] {
  return (['anyOf', 'oneOf'] as const)
    .filter((key) => node.has(key))
    .map((key) => {
      const forms = node.places(key).map((place) => read({ ...place, trail, hasWords }))
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
    rules: [toRule(key, forms)],
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

function toRule(key: 'anyOf' | 'oneOf', forms: Facts[]): Rule {
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
