import { find } from './find.js'
import { recall, remember } from './remember.js'

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
