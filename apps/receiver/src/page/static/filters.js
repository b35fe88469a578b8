import { find } from './elements.js'

/** @import { EntryPage } from '../page-api.ts' */

/** How long the reader may pause while typing, in milliseconds. */
const pauseMs = 200

/**
 * The chips and the search box.
 * @param {(change: { state?: string, search?: string }) => void} onChange
 */
export function createFilters(onChange) {
  const chips = find('chips', HTMLFieldSetElement)
  const search = find('search', HTMLInputElement)
  const radios = [...chips.querySelectorAll('input')]
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause
  let told = ''

  const tell = () => {
    clearTimeout(pause)
    const text = search.value.trim()
    if (text === told) return
    told = text
    onChange({ search: text })
  }
  chips.addEventListener('change', ({ target }) => {
    onChange({ state: /** @type {HTMLInputElement} */ (target).value })
  })
  search.addEventListener('input', () => {
    clearTimeout(pause)
    pause = setTimeout(tell, pauseMs)
  })
  search.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') tell()
  })

  return {
    /** @param {EntryPage['counts']} counts */
    showCounts(counts) {
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      for (const radio of radios) {
        const count = /** @type {Record<string, number>} */ (counts)[radio.value] ?? all
        const shown = radio.parentElement?.querySelector('.count')
        if (shown) shown.textContent = String(count)
      }
    },
    focus() {
      search.focus()
      search.select()
    },
    isFocused: () => document.activeElement === search,
    /**
     * Clears the search box, or leaves it where there is nothing to clear.
     * @param {() => void} onLeave
     */
    leave(onLeave) {
      if (search.value === '') return onLeave()
      search.value = ''
      tell()
    },
    clear() {
      search.value = ''
      told = ''
      for (const radio of radios) radio.checked = radio.value === ''
      onChange({ state: '', search: '' })
    },
  }
}
