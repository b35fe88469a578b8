import { find } from './find.js'

/** The list and the entry, side by side or, on a narrow screen, one at a time. */
export function createPanes() {
  const panes = find('panes', HTMLElement)
  const pane = find('entry-pane', HTMLElement)
  const list = find('list', HTMLElement)
  let listTop = 0
  const isAlone = () => !list.checkVisibility()
  return {
    /** @param {'list' | 'entry'} what */
    show(what) {
      if (panes.dataset.shown === what) return
      if (what === 'entry') listTop = scrollY
      panes.dataset.shown = what
      if (what === 'list') scrollTo(0, listTop)
      else if (isAlone()) scrollTo(0, 0)
    },
    /** Whether the reader is in the entry rather than in the list. */
    isReading: () => isAlone() || pane.contains(document.activeElement),
  }
}
