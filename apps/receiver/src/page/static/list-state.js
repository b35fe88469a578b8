import { find } from './find.js'

/** @import { Shown } from './inbox.js' */

/**
 * What is to be said about the list as a whole: whose it is, that it is empty, that there is more.
 * @param {Shown} shown
 */
export function showListState({ entries, next, counts, environment, filter, trouble }) {
  if (environment) {
    find('environment', HTMLElement).textContent = environment
    document.title = `Inbox of ${environment}`
  }
  const problem = find('trouble', HTMLElement)
  problem.hidden = trouble === ''
  if (problem.textContent !== trouble) problem.textContent = trouble
  find('older', HTMLButtonElement).hidden = next === null
  const isEmpty = entries.length === 0 && trouble === '' && counts !== null
  const isFiltered = filter.state !== '' || filter.search !== ''
  find('nothing-yet', HTMLElement).hidden = !isEmpty || isFiltered
  find('nothing-fits', HTMLElement).hidden = !isEmpty || !isFiltered
}
