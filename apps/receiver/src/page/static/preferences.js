import { find } from './elements.js'

// Preferences of the reader. If storage is forbidden, the page forgets them.

/** @param {string} name */
function recall(name) {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** @type {(name: string, value: string | null) => void} */
function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Nothing depends on it.
  }
}

/** The button for the dark theme. A choice that equals the theme of the system is not kept. */
export function startTheme() {
  const button = find('theme', HTMLButtonElement)
  const scheme = find('color-scheme', HTMLMetaElement)
  const systemDark = matchMedia('(prefers-color-scheme: dark)')
  const both = 'light dark'
  const isDark = () => (scheme.content === both ? systemDark.matches : scheme.content === 'dark')
  const show = () => {
    button.ariaPressed = String(isDark())
  }
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark'
    const isSystems = (theme === 'dark') === systemDark.matches
    scheme.content = isSystems ? both : theme
    remember('theme', isSystems ? null : theme)
    show()
  })
  systemDark.addEventListener('change', show)
  show()
}

const singleKeys = 'single-keys'
const writable = 'input:not([type=radio], [type=checkbox]), textarea, select'

/**
 * Acts on keys outside of text fields. The reader can switch off keys of one character, because speech input
 * and slips of the hand press them too.
 * @param {Record<string, () => void>} actions by `KeyboardEvent.key`
 */
export function startKeys(actions) {
  const help = find('help', HTMLDialogElement)
  const list = find('list', HTMLElement)
  const isSwitchedOn = find('single-keys', HTMLInputElement)
  isSwitchedOn.checked = recall(singleKeys) !== 'off'
  isSwitchedOn.addEventListener('change', () =>
    remember(singleKeys, isSwitchedOn.checked ? null : 'off'),
  )
  const open = () => help.showModal()
  find('help-open', HTMLButtonElement).addEventListener('click', open)
  find('help-close', HTMLButtonElement).addEventListener('click', () => help.close())

  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (help.open || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if ([...key].length === 1 && !isSwitchedOn.checked) return
    if (key !== 'Escape' && target instanceof Element && target.matches(writable)) return
    // Elsewhere arrows scroll.
    if (key.startsWith('Arrow') && !list.contains(document.activeElement)) return
    const action = key === '?' ? open : Object.hasOwn(actions, key) && actions[key]
    if (!action) return
    event.preventDefault()
    action()
  })
}
