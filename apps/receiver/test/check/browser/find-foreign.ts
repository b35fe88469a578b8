import type { Page } from '@partner-platform/harness/browser'

/** What a page of ours consists of, whatever it shows. */
export const nothingForeign = {
  ...{ scripts: 2, images: 1, frames: 0, styles: 0, handlers: [], links: [] },
}

/** Counts everything on a page that could run, load or lead elsewhere. */
export const findForeign = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('*')]
    const named = ['href', 'src', 'srcset', 'action', 'formaction', 'data', 'poster', 'ping']
    const targets = all.flatMap((one) => named.map((name) => one.getAttribute(name) ?? ''))
    const isOwn = (target: string) => {
      const { origin, pathname } = new URL(target, location.href)
      return (
        origin === location.origin &&
        /^\/(?:[\w-]+\.(?:js|css|svg)|api\/entries.*)?$/.test(pathname)
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
  })
