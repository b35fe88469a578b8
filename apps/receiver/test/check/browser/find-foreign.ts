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

/** Counts what is foreign on a page. */
export const findForeign = (page: Page) => page.evaluate(countForeign)

/** Opens each row of the list, and counts what is foreign while it is open. */
export async function findForeignInEach(page: Page) {
  const tools = await page.evaluateHandle<{ count: typeof countForeign }>(
    `({ count: ${countForeign} })`,
  )
  return page.evaluate(async ({ count }) => {
    const found: ReturnType<typeof count>[] = []
    for (const row of document.querySelectorAll<HTMLAnchorElement>('#list a')) {
      const id = row.hash.split('=')[1] ?? ''
      row.click()
      const isOpen = () =>
        row.getAttribute('aria-current') === 'true' &&
        document.querySelector<HTMLAnchorElement>('#save')?.href.includes(id)
      // The time limit of the test ends this.
      while (!isOpen()) await new Promise((resolve) => setTimeout(resolve, 2))
      found.push(count())
    }
    return found
  }, tools)
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
