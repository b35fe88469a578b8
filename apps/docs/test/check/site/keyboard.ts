import type { Page } from '@partner-platform/harness/browser'
import { describe, expect, it, onTestFinished } from 'vitest'
import { untilSearchIsLoaded } from './until-search-is-loaded.ts'
import { openSite } from './use-site.ts'

async function open(path: string, options = {}): Promise<Page> {
  const { page, go, close } = await openSite(options)
  onTestFinished(close)
  await go(path)
  return page
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? ''
  })

/** Presses Tab until what has the focus is called so; the names that it passed. */
async function tabTo(page: Page, name: RegExp, most = 30): Promise<string[]> {
  const passed: string[] = []
  while (passed.length < most) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    if (name.test(now)) return passed
    passed.push(now)
  }
  throw new Error(`No ${name} among ${passed.join(', ')}`)
}

const page = '/reference/asyncapi/messages/submission-updated/'

describe('with the keyboard alone', () => {
  it('the first thing is the link over the navigation, which can be seen and leads to the text', async () => {
    const window = await open(page)
    expect(await tabTo(window, /^Skip to content$/)).toEqual([])
    const link = window.getByRole('link', { name: 'Skip to content' })
    expect((await link.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await window.keyboard.press('Enter')
    await window.waitForURL(/#_top$/)
    await window.keyboard.press('Tab')
    const isInText = await window.evaluate(() => document.activeElement?.closest('main') !== null)
    expect(isInText).toBe(true)
  })

  it('the search opens, takes words, and gives the focus back', async () => {
    const window = await open(page)
    // Before that the dialog itself has the focus.
    await untilSearchIsLoaded(window)
    await tabTo(window, /^Search$/)
    await window.keyboard.press('Enter')
    const field = window.getByRole('dialog').locator('input')
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    await window.keyboard.press('Escape')
    await expect.poll(() => focused(window)).toBe('Search')
  })

  it('the menu of a phone opens and leads on', async () => {
    const window = await open(page, { viewport: { width: 360, height: 740 } })
    await tabTo(window, /^Menu$/)
    await window.keyboard.press('Enter')
    const link = window.getByRole('navigation', { name: 'Main' }).getByRole('link').first()
    await link.waitFor()
    expect(await link.isVisible()).toBe(true)
  })

  it('what has the focus can be seen', async () => {
    const window = await open(page)
    for (let step = 0; step < 12; step += 1) {
      await window.keyboard.press('Tab')
      const { name, outline, box } = await window.evaluate(() => {
        const one = document.activeElement as HTMLElement
        const { outlineStyle, boxShadow } = getComputedStyle(one)
        const { width, height } = one.getBoundingClientRect()
        return {
          name: one.outerHTML.slice(0, 80),
          outline: outlineStyle + boxShadow,
          box: width * height,
        }
      })
      expect([name, outline === 'nonenone', box > 0]).toEqual([name, false, true])
    }
  })
})
