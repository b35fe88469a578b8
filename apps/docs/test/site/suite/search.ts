import { expect, it, onTestFinished } from 'vitest'
import { openSite } from '../use-site.ts'

it.each([
  ['rate limit', '/guides/rate-limits/'],
  ['feedbackDocsUrl', '/reference/asyncapi/messages/submission-updated/'],
])('the search for “%s” finds %s', async (words, path) => {
  const { page, go, problems, close } = await openSite()
  onTestFinished(close)
  await go('/')
  // Loaded once the browser has nothing else to do, which on a busy machine is late.
  await page.locator('dialog input').waitFor({ state: 'attached', timeout: 45_000 })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').locator('input').fill(words)
  const results = page.getByRole('dialog').locator(`a[href^="${path}"]`)
  await results.first().waitFor()
  await results.first().click()
  await page.waitForURL((url) => url.pathname === path)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(problems).toEqual([])
})
