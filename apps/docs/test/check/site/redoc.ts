import type { Page } from '@partner-platform/harness/browser'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSite } from './use-site.ts'

async function open(path: string): Promise<Page> {
  const { page, go, close } = await openSite()
  onTestFinished(close)
  await go(path)
  // Where the address names an operation, its part alone may be drawn, without the title.
  await page.getByRole('heading').first().waitFor()
  return page
}

describe('a page of Redoc', () => {
  it('opens at the operation that its address names', async () => {
    const page = await open('/reference/openapi.html#operation/listCountries')
    const heading = page.getByRole('heading', { name: 'List origin countries' }).first()
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(400)
  })

  it('finds with its own search, though no text may become code', async () => {
    const page = await open('/reference/openapi.html')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('origin countries')
    await page.getByText('/api/v1/platform/countries').last().waitFor()
    expect(await page.getByText('There is no request body.').last().isVisible()).toBe(true)
  })
})
