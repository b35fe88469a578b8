import { type Html, html, listHtml } from '../html.ts'
import type { Facts } from './facts.ts'

/** The type in words: a link to what is named, and the JSON type. */
export function typeWords({ links, types, isNullable }: Facts): Html {
  const words = [...types, ...(isNullable && !types.includes('null') ? ['null'] : [])]
  const plain = words.join(' or ')
  if (links.length === 0) return html`${plain === '' ? 'any' : plain}`
  const named = listHtml(links)
  return plain === '' ? named : html`${named} (${plain})`
}
