import { describe, expect, it, onTestFinished } from 'vitest'
import { openSite } from './use-site.ts'

describe('without scripts', () => {
  it.each([
    [
      '/reference/asyncapi/messages/submission-updated/',
      ['payload.submission.applicant.email', 'header.X-Platform-Signature'],
    ],
    ['/reference/openapi/operations/list-countries/', ['200.body.result.items.isoCode']],
    ['/reference/openapi/schemas/', ['country.currency', 'error-response.error.code']],
  ])('%s shows its fields', async (path, ids) => {
    const { page, go, problems, close } = await openSite({ javaScriptEnabled: false })
    onTestFinished(close)
    await go(path)
    for (const id of ids) {
      const field = page.locator(`[id="${id}"]`)
      const name = id.replace(/^.*\./, '')
      expect([id, await field.locator('dt').isVisible()]).toEqual([id, true])
      expect(await field.locator('dt').textContent()).toContain(name)
      expect((await field.locator('dd').textContent())?.length).toBeGreaterThan(10)
    }
    expect(problems).toEqual([])
  })

  it('the landing page leads to the references, and to the pages beside it', async () => {
    const { page, go, close } = await openSite({ javaScriptEnabled: false })
    onTestFinished(close)
    await go('/')
    expect(await page.locator('main a[href^="./"]').count()).toBeGreaterThan(3)
    await go('/guides/rate-limits/')
    expect(await page.locator('nav a[href="../../reference/openapi/"]').count()).toBe(1)
  })
})
