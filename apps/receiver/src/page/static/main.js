import { startAccept, startActions } from './actions.js'
import { readAddress, writeAddress } from './address.js'
import { find } from './elements.js'
import { createEntryPane } from './entry.js'
import { createFilters } from './filters.js'
import { createInbox } from './inbox.js'
import { createList } from './list.js'
import { createAnnouncer, showListState } from './list-state.js'
import { startLive } from './live.js'
import { startKeys, startTheme } from './preferences.js'

/** The list and the entry, side by side or, on a narrow screen, one at a time. */
function createPanes() {
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

const list = createList()
const entry = createEntryPane()
const panes = createPanes()
const announce = createAnnouncer()
const older = find('older', HTMLButtonElement)
let hadTrouble = false
const inbox = createInbox((shown) => {
  const wasAtOlder = document.activeElement === older
  const length = list.length()
  list.show(shown.entries, shown.arrived)
  list.markOpen(entry.openId())
  if (shown.counts) filters.showCounts(shown.counts)
  showListState(shown)
  // The last older ones were loaded: who asked for them reads on there.
  if (wasAtOlder && older.hidden) list.focusAt(length)
  announce.arrived(shown.arrived)
  if (shown.isFound) announce.found(shown)
  // What could not be shown while the store was away can be now.
  if (hadTrouble && shown.trouble === '') void entry.refresh()
  hadTrouble = shown.trouble !== ''
})
const filters = createFilters((change) => void inbox.setFilter(change))
const { replay } = startActions(entry)
startAccept(entry)

/** Shows what the address names, and puts the focus where it is read on. */
async function follow({ isFocused = true } = {}) {
  const id = readAddress()
  const wasOpen = entry.openId() !== null
  panes.show(id === null ? 'list' : 'entry')
  list.markOpen(id)
  if (id === null) {
    entry.close()
    if (wasOpen) list.focus()
    return
  }
  list.choose(id)
  await entry.open(id)
  if (isFocused && entry.openId() === id) entry.focus()
}

function close() {
  writeAddress(null)
  void follow()
}

/** @param {number} step rows down */
async function move(step) {
  const isOpen = entry.openId() !== null
  const isReading = panes.isReading()
  const id = isOpen || list.isFocused() ? list.beside(step) : list.current()
  if (!id) return
  list.choose(id)
  if (!isReading) list.focus()
  if (!isOpen) return
  writeAddress(id)
  await follow({ isFocused: isReading })
}

startTheme()
startKeys({
  '/': filters.focus,
  j: () => move(1),
  k: () => move(-1),
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  r: replay,
  Escape() {
    if (filters.isFocused()) filters.leave(() => list.focus())
    else if (entry.openId() !== null) close()
  },
})
find('close', HTMLButtonElement).addEventListener('click', close)
older.addEventListener('click', () => inbox.loadOlder())
find('clear', HTMLButtonElement).addEventListener('click', filters.clear)
find('skip', HTMLAnchorElement).addEventListener('click', (event) => {
  event.preventDefault()
  list.focus()
})
addEventListener('hashchange', () => follow())
startLive(() => {
  void inbox.refresh()
  void entry.refresh()
})
void inbox.refresh()
void follow()
