import { describe, expect, it, onTestFinished } from 'vitest'
import { untilSearchIsLoaded } from './until-search-is-loaded.ts'
import { openSite, type Place } from './use-site.ts'

describe('the search of a site', () => {
  it.each<[Place, string, string]>([
    ['folder', 'rate limit', '/guides/rate-limits/'],
    ['root', 'feedbackDocsUrl', '/reference/asyncapi/messages/submission-updated/'],
  ])('in the %s of a host finds for “%s” %s', async (place, words, path) => {
    const { page, go, base, problems, close } = await openSite({}, place)
    onTestFinished(close)
    await go('/')
    await untilSearchIsLoaded(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').locator('input').fill(words)
    const results = page.getByRole('dialog').locator(`a[href^="${base}${path}"]`)
    await results.first().waitFor()
    await results.first().click()
    await page.waitForURL((url) => url.pathname === base + path)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(problems).toEqual([])
  })
})
