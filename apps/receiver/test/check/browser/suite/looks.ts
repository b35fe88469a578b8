import type { Page } from '@partner-platform/harness/browser'
import { describe, expect, it } from 'vitest'
import { toStory, withStatus } from '../open-scene.ts'
import { startScene, visit } from '../use-inbox.ts'

const ground = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe('the theme', () => {
  it('is that of the system until the reader chooses, and the choice is kept', async () => {
    const { inboxUrl } = await startScene()
    const page = await visit(inboxUrl, { colorScheme: 'dark' })
    const dark = await ground(page)
    const button = page.getByRole('button', { name: 'Dark theme' })
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    await button.click()
    const light = await ground(page)
    expect([light === dark, await button.getAttribute('aria-pressed')]).toEqual([false, 'false'])
    await page.reload()
    expect(await ground(page)).toBe(light)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await ground(page)).toBe(light)
  })

  it('follows the system again once both agree', async () => {
    const { inboxUrl } = await startScene()
    const page = await visit(inboxUrl, { colorScheme: 'dark' })
    const button = page.getByRole('button', { name: 'Dark theme' })
    const dark = await ground(page)
    await button.click()
    await button.click()
    expect(await ground(page)).toBe(dark)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await ground(page)).not.toBe(dark)
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('false')
  })
})

describe('the list', () => {
  it('has each column at the same place in every row', async () => {
    const scene = await startScene()
    const page = await visit(scene.inboxUrl, { viewport: { width: 600, height: 800 } })
    await scene.send({ body: withStatus('x'.repeat(300)) })
    scene.clock.nowMs -= 100 * 86_400_000
    await scene.send({ body: '{"status":', signature: null })
    const rows = page.getByRole('list').getByRole('link')
    await expect.poll(() => rows.count()).toBe(2)
    const places = await rows.evaluateAll((links) =>
      links.map((link) => {
        const box = (name: string) => link.querySelector(name)?.getBoundingClientRect()
        const about = box('.status, .why')
        return [box('.badge')?.left, about?.left, about?.right, box('time')?.right]
      }),
    )
    expect(places[0]).toEqual(places[1])
  })
})

describe('on a phone', () => {
  it.each([360, 320])(
    '%i pixels wide, nothing is wider than it, whatever it says',
    async (width) => {
      const scene = await startScene()
      const page = await visit(scene.inboxUrl, { viewport: { width, height: 640 } })
      const long = 'x'.repeat(3_000)
      await scene.send({
        body: toStory('visa-granted', ({ submission }) => {
          submission.status = long
          submission.remarks = long
        }),
        headers: { [`x-${'y'.repeat(200)}`]: long },
      })
      await page.getByRole('list').getByRole('link').first().waitFor()
      expect(await overflow(page)).toBe(0)
      await page.locator('#live-words').evaluate((words) => {
        words.textContent = 'Reconnecting…'
      })
      expect(await overflow(page)).toBe(0)
      const help = await page.getByRole('button', { name: 'Keyboard shortcuts' }).boundingBox()
      expect((help?.x ?? width) + (help?.width ?? 0)).toBeLessThanOrEqual(width)
      await page.getByRole('list').getByRole('link').first().click()
      for (const view of ['Formatted', 'Raw', 'Hex']) {
        await page.getByText(view, { exact: true }).click()
        expect([view, await overflow(page)]).toEqual([view, 0])
      }
    },
  )

  it('an entry takes the place of the list, which is where it was afterwards', async () => {
    const scene = await startScene()
    const page = await visit(scene.inboxUrl, { viewport: { width: 360, height: 640 } })
    const bodies = Array.from({ length: 20 }, (_, at) => withStatus(`S${at}`))
    await Promise.all(bodies.map((body) => scene.send({ body })))
    const last = page.getByRole('list').getByRole('link').nth(19)
    await last.click()
    await page.locator('#entry-title').waitFor()
    expect(await page.getByRole('list').isVisible()).toBe(false)
    expect(await page.getByRole('searchbox').isVisible()).toBe(false)
    expect(await page.evaluate(() => [scrollY, document.activeElement?.id])).toEqual([
      0,
      'entry-title',
    ])
    await page.getByRole('button', { name: 'Close the entry' }).click()
    await last.waitFor()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
    expect(await last.evaluate((link) => link === document.activeElement)).toBe(true)
  })

  it('what is pressed is large enough for a finger', async () => {
    const scene = await startScene()
    const page = await visit(scene.inboxUrl, { viewport: { width: 360, height: 640 } })
    await scene.send({ body: withStatus('ONE') })
    await page.getByRole('list').getByRole('link').first().click()
    const small = await page
      .locator('button:visible, a:visible, .chip:visible, .view:visible')
      .evaluateAll((targets) =>
        targets
          .filter((target) => !target.classList.contains('skip'))
          .map((target) => [target.textContent?.trim(), target.getBoundingClientRect()] as const)
          .filter(([, { width, height }]) => width < 24 || height < 24)
          .map(([text]) => text),
      )
    expect(small).toEqual([])
  })
})
