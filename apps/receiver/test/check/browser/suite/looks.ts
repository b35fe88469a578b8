import type { Page } from '@partner-platform/harness/browser'
import { expect, it } from 'vitest'
import { changed, withStatus } from '../open-scene.ts'
import { button, openWithoutScripts, rows, start, startScene } from '../use-inbox.ts'

const ground = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

it('the theme follows the system, unless the reader chose another one', async () => {
  const { page } = await start({}, { colorScheme: 'dark' })
  const dark = await ground(page)
  const theme = button(page, 'Dark theme')
  expect(await theme.getAttribute('aria-pressed')).toBe('true')
  await theme.click()
  const light = await ground(page)
  expect([light === dark, await theme.getAttribute('aria-pressed')]).toEqual([false, 'false'])
  await page.reload()
  expect(await ground(page)).toBe(light)
  await theme.click()
  expect(await ground(page)).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await ground(page)).toBe(light)
  await expect.poll(() => theme.getAttribute('aria-pressed')).toBe('false')
})

it('without scripts, the page shows where the data is, and no controls', async () => {
  const { inboxUrl } = await startScene()
  const page = await openWithoutScripts()
  await page.goto(inboxUrl)
  expect(await page.locator('noscript').isVisible()).toBe(true)
  expect(await page.locator('button:visible, input:visible, #live:visible').count()).toBe(0)
})

it('on a phone, columns are aligned, an entry replaces the list, nothing is too wide, and targets fit a finger', async () => {
  const { scene, page } = await start({}, { viewport: { width: 360, height: 640 } })
  const long = 'x'.repeat(3_000)
  const body = changed('visa-granted', ({ submission }) => {
    submission.status = long
    submission.remarks = long
  })
  scene.clock.nowMs -= 100 * 86_400_000
  await scene.send({ body: '{"status":', signature: null })
  scene.clock.nowMs += 100 * 86_400_000
  const others = Array.from({ length: 18 }, (_, at) => withStatus(`S${at}`))
  await Promise.all(others.map((other) => scene.send({ body: other })))
  await scene.send({ body, headers: [[`x-${'y'.repeat(200)}`, long]] })
  await expect.poll(() => rows(page).count()).toBe(20)
  const places = await rows(page).evaluateAll((links) =>
    links.map((link) => {
      const box = (name: string) => link.querySelector(name)?.getBoundingClientRect()
      const about = box('.about')
      return [box('.badge')?.left, about?.left, about?.right, box('time')?.right]
    }),
  )
  expect(new Set(places.map(String)).size).toBe(1)
  await page.locator('#live-words').evaluate((words) => {
    words.textContent = 'Reconnecting…'
  })
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 640 })
    expect([width, await overflow(page)]).toEqual([width, 0])
    const help = await button(page, 'Keyboard shortcuts').boundingBox()
    expect((help?.x ?? width) + (help?.width ?? 0)).toBeLessThanOrEqual(width)
  }

  // The list returns to its scroll position when the entry closes.
  const last = rows(page).nth(19)
  await last.click()
  await page.locator('#entry-title').waitFor()
  expect(await page.getByRole('list').isVisible()).toBe(false)
  expect(await page.getByRole('searchbox').isVisible()).toBe(false)
  const place = await page.evaluate(() => [scrollY, document.activeElement?.id])
  expect(place).toEqual([0, 'entry-title'])
  await button(page, 'Close the delivery').click()
  await last.waitFor()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
  expect(await last.evaluate((link) => link === document.activeElement)).toBe(true)

  await rows(page).first().click()
  for (const view of ['Formatted', 'Raw', 'Hex']) {
    await page.getByText(view, { exact: true }).click()
    expect([view, await overflow(page)]).toEqual([view, 0])
  }
  const small = await page
    .locator('button:visible, a:visible:not(.skip), .chip:visible, .view:visible')
    .evaluateAll((targets) =>
      targets
        .map((target) => [target.textContent?.trim(), target.getBoundingClientRect()] as const)
        .filter(([, { width, height }]) => width < 24 || height < 24)
        .map(([text]) => text),
    )
  expect(small).toEqual([])
})
