import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@partner-platform/harness/browser'
import { describe, expect, it, onTestFinished } from 'vitest'
import { documents } from '../../../src/documents.ts'
import { site } from '../built-site.ts'
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
  it.each(documents.map(({ id }) => id))('is drawn for %s', async (id) => {
    const page = await open(`/reference/${id}.html`)
    const { title } = JSON.parse(readFileSync(join(site, `${id}.json`), 'utf8')).info
    const heading = page.getByRole('heading', { level: 1 }).first()
    expect(await heading.textContent()).toContain(title)
  })

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
