import { element } from './element.js'
import { find } from './find.js'
import { reveal } from './reveal.js'

/** @import { EntryAnswer } from '../page-api.ts' */

/** @param {EntryAnswer['issues']} issues */
export function showIssues(issues) {
  find('issues-part', HTMLElement).hidden = issues.length === 0
  const rows = issues.map(({ path, message }) => toRow(path || '(the whole body)', message))
  find('issues', HTMLElement).replaceChildren(...rows)
}

/** @param {EntryAnswer['headers']} headers */
export function showHeaders(headers) {
  const rows = headers.map(([name, value]) => toRow(name, value, 'code'))
  find('headers', HTMLElement).replaceChildren(...rows)
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} [kind] class of the value
 */
function toRow(name, value, kind = '') {
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, element('bdi', {}, ...reveal(name))),
    element('td', { class: kind }, element('bdi', {}, ...reveal(value))),
  )
}
