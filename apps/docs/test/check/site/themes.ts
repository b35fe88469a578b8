import { describe, expect, it, onTestFinished } from 'vitest'
import { openSite } from './use-site.ts'

describe('the theme', () => {
  it('is that of the system', async () => {
    const { page, go, close } = await openSite({ colorScheme: 'dark' })
    onTestFinished(close)
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await go('/reference/asyncapi/')
    const dark = await ground()
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(ground).not.toBe(dark)
  })

  it('is the one that the reader chose, also on the next page', async () => {
    const { page, go, close } = await openSite({ colorScheme: 'light' })
    onTestFinished(close)
    await go('/reference/asyncapi/')
    await page.getByLabel('Select theme').first().selectOption('dark')
    await go('/')
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  })
})
