import { find } from './elements.js'

// What the page remembers of its reader. Storage may be forbidden; it forgets then.

/** @param {string} name */
function recall(name) {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/**
 * @param {string} name
 * @param {string | null} value `null` forgets it
 */
function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Nothing depends on it.
  }
}

const systemDark = matchMedia('(prefers-color-scheme: dark)')
const { dataset } = document.documentElement

const isDark = () => (dataset.theme ? dataset.theme === 'dark' : systemDark.matches)

/** The button between dark and light. A choice that the system makes as well is not kept. */
export function startTheme() {
  const button = find('theme', HTMLButtonElement)
  const show = () => button.setAttribute('aria-pressed', String(isDark()))
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark'
    const isSystems = (theme === 'dark') === systemDark.matches
    if (isSystems) delete dataset.theme
    else dataset.theme = theme
    remember('theme', isSystems ? null : theme)
    show()
  })
  systemDark.addEventListener('change', show)
  show()
}

const singleKeys = 'single-keys'
const writable = 'input:not([type=radio], [type=checkbox]), textarea, select'

/**
 * Acts on keys, unless they are typed into a field or belong to the browser. Those of one character can
 * be switched off: speech input and slips of the hand press them too.
 * @param {Record<string, () => void>} actions by `KeyboardEvent.key`
 */
export function startKeys(actions) {
  const help = find('help', HTMLDialogElement)
  const list = find('list', HTMLElement)
  const isSwitchedOn = find('single-keys', HTMLInputElement)
  isSwitchedOn.checked = recall(singleKeys) !== 'off'
  isSwitchedOn.addEventListener('change', () => {
    remember(singleKeys, isSwitchedOn.checked ? null : 'off')
  })
  const open = () => help.showModal()
  find('help-open', HTMLButtonElement).addEventListener('click', open)
  find('help-close', HTMLButtonElement).addEventListener('click', () => help.close())

  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (help.open || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const isOfOne = [...key].length === 1
    if (isOfOne && !isSwitchedOn.checked) return
    const isTyped = target instanceof Element && target.matches(writable)
    if (isTyped && key !== 'Escape') return
    // Elsewhere arrows scroll.
    if (key.startsWith('Arrow') && !list.contains(document.activeElement)) return
    const action = key === '?' ? open : Object.hasOwn(actions, key) && actions[key]
    if (!action) return
    event.preventDefault()
    action()
  })
}
