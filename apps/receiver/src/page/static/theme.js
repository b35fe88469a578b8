import { find } from './find.js'
import { remember } from './remember.js'

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
