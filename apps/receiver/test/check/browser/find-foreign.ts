import type { Locator, Page } from '@partner-platform/harness/browser'

/** What our page consists of, whatever it shows. */
export const nothingForeign = {
  scripts: 2,
  images: 1,
  frames: 0,
  styles: 0,
  handlers: [],
  links: [],
}

/** Counts everything on the page that could run, load or lead elsewhere. */
export const findForeign = (page: Page) => page.evaluate(countForeign)

const countForeign = () => {
  const all = [...document.querySelectorAll('*')]
  const named = ['href', 'src', 'srcset', 'action', 'formaction', 'data', 'poster', 'ping']
  const targets = all.flatMap((one) => named.flatMap((name) => one.getAttribute(name) ?? []))
  const isOwn = (target: string) => {
    const { origin, pathname } = new URL(target, location.href)
    return (
      origin === location.origin && /^\/(?:[\w-]+\.(?:js|css|svg)|api\/entries.*)?$/.test(pathname)
    )
  }
  return {
    scripts: document.scripts.length,
    images: document.images.length,
    frames: document.querySelectorAll('iframe, object, embed, form, base, [http-equiv]').length,
    styles: document.querySelectorAll('style, [style]').length,
    handlers: all.flatMap((one) => one.getAttributeNames().filter((name) => /^on/.test(name))),
    links: targets.filter((target) => !isOwn(target)),
  }
}

/** The text of an element, with spelt-out characters put back. */
export const readBack = (shown: Locator): Promise<string> =>
  shown.evaluate((element) =>
    [...element.childNodes]
      .map((node) => {
        const text = node.textContent ?? ''
        if (!(node instanceof HTMLElement) || !node.classList.contains('odd')) return text
        const [, code = '', times = '1'] = /^U\+([0-9A-F]{4,6})(?: ×([0-9]+))?$/.exec(text) ?? []
        return String.fromCodePoint(Number.parseInt(code, 16)).repeat(Number(times))
      })
      .join(''),
  )
