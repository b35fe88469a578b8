import { codeOf, type Html, html } from '../html.ts'
import { renderLine } from '../prose.ts'
import type { Facts } from './facts.ts'

/** What is said of a schema besides its type and rules, to be put behind them in a sentence. */
export function sayRest({ titles, descriptions, notes, examples, marks }: Facts): Html {
  const parts = [
    ...titles.map((title) => html`${title}`),
    ...descriptions.map(renderLine),
    ...notes.map((note) => html`${note}`),
    ...examples.map(({ label, value }) => html`${label}: ${codeOf(value)}`),
    ...marks,
  ]
  return html`${parts.map((part) => html` (${part})`)}`
}
