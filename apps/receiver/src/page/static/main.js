import { copy } from './actions.js'
import { readAddress, writeAddress } from './address.js'
import { find } from './elements.js'
import { createEntryPane } from './entry.js'
import { createAnnouncer, createFilters, showListState } from './filters.js'
import { createInbox } from './inbox.js'
import { createList } from './list.js'
import { startLive } from './live.js'
import { startKeys, startTheme } from './preferences.js'

const list = createList()
const entry = createEntryPane()
const announce = createAnnouncer()
const panes = find('panes', HTMLElement)
const older = find('older', HTMLButtonElement)
let listTop = 0
let hadTrouble = false

const inbox = createInbox((shown) => {
  const wasAtOlder = document.activeElement === older
  const length = list.length()
  list.show(shown.entries, shown.arrived)
  list.markOpen(entry.openId())
  if (shown.counts) filters.showCounts(shown.counts)
  showListState(shown)
  // The button is gone, so the reader continues at the first entry that it loaded.
  if (wasAtOlder && older.hidden) list.focusAt(length)
  announce.arrived(shown.arrived)
  if (shown.isFound) announce.found(shown)
  // The open entry may have failed to load while the store was away.
  if (hadTrouble && shown.trouble === '') void entry.refresh()
  hadTrouble = shown.trouble !== ''
})
const filters = createFilters((change) => void inbox.setFilter(change))

/** Whether the screen is too narrow for list and entry side by side. */
const isNarrow = () => !find('list', HTMLElement).checkVisibility()

/** @param {'list' | 'entry'} what */
function showPane(what) {
  if (panes.dataset.shown === what) return
  if (what === 'entry') listTop = scrollY
  panes.dataset.shown = what
  if (what === 'list') scrollTo(0, listTop)
  else if (isNarrow()) scrollTo(0, 0)
}

/** Shows what the address names, and moves the focus there. */
async function follow({ isFocused = true } = {}) {
  const id = readAddress()
  const wasOpen = entry.openId() !== null
  showPane(id === null ? 'list' : 'entry')
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
  const isReading = isNarrow() || find('entry-pane', HTMLElement).contains(document.activeElement)
  const id = isOpen || list.isFocused() ? list.beside(step) : list.current()
  if (!id) return
  list.choose(id)
  if (!isReading) list.focus()
  if (!isOpen) return
  writeAddress(id)
  await follow({ isFocused: isReading })
}

const [down, up] = [() => move(1), () => move(-1)]
startTheme()
startKeys({
  j: down,
  ArrowDown: down,
  k: up,
  ArrowUp: up,
  r: entry.replay,
  '/': filters.focus,
  Escape() {
    if (filters.isFocused()) filters.leave(list.focus)
    else if (entry.openId() !== null) close()
  },
})
find('close', HTMLButtonElement).addEventListener('click', close)
older.addEventListener('click', inbox.loadOlder)
find('clear', HTMLButtonElement).addEventListener('click', filters.clear)
for (const [button, what, shown] of /** @type {const} */ ([
  ['copy-url', 'URL', 'callback-url'],
  ['copy-command', 'Command', 'send-command'],
])) {
  find(button, HTMLButtonElement).addEventListener('click', () =>
    copy(what, find(shown, HTMLElement).textContent, 'copied'),
  )
}
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
