import { expect, it, onTestFinished } from 'vitest'
import { openSite, type Place } from './use-site.ts'

it.each<[Place, string]>([
  ['folder', '/404.html'],
  ['root', '/gone'],
  ['root', '/guides/gone/and/forgotten/'],
])('the page for what is not there leads to the first one: %s, %s', async (place, path) => {
  const { page, go, base, close } = await openSite({}, place)
  onTestFinished(close)
  await go(path)
  expect(await page.getByRole('heading').textContent()).toBe('Page not found')
  await page.getByRole('link').click()
  await page.waitForURL((url) => url.pathname === `${base}/`)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Contract')
})
