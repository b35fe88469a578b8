import type { Locator } from '@partner-platform/harness/browser'

/** What an element shows, with the characters that are spelt out there put back. */
export const readBack = (shown: Locator): Promise<string> =>
  shown.evaluate((element) =>
    [...element.childNodes]
      .map((node) => {
        const text = node.textContent ?? ''
        if (!(node instanceof HTMLElement) || node.className !== 'odd') return text
        const [, code = '', times = '1'] = /^U\+([0-9A-F]{4,6})(?: ×([0-9]+))?$/.exec(text) ?? []
        return String.fromCodePoint(Number.parseInt(code, 16)).repeat(Number(times))
      })
      .join(''),
  )
