import type { Page } from '@partner-platform/harness/browser'
import { describe, expect, it } from 'vitest'
import { openSite, type Place } from '../use-site.ts'

const message = '/reference/asyncapi/messages/submission-updated/'

async function open(path: string, ...options: Parameters<typeof openSite>) {
  const window = await openSite(...options)
  await window.go(path)
  return window
}

/**
 * The site loads its search once the browser is idle. Without a screen it may not notice that as long as nothing
 * is drawn, so the mouse moves about, as a reader's does.
 */
async function untilSearchIsLoaded(page: Page): Promise<void> {
  let step = 0
  await expect
    .poll(async () => {
      await page.mouse.move(40, 100 + 40 * (step++ % 10))
      return page.locator('dialog input').count()
    })
    .toBe(1)
}

describe('with the keyboard alone', () => {
  const focused = (page: Page) =>
    page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? ''
    })

  /** Presses Tab until the focused element has the name; the names that it passed. */
  async function tabTo(page: Page, name: RegExp): Promise<string[]> {
    const passed: string[] = []
    while (passed.length < 30) {
      await page.keyboard.press('Tab')
      const now = await focused(page)
      if (name.test(now)) return passed
      passed.push(now)
    }
    throw new Error(`No ${name} among ${passed.join(', ')}`)
  }

  it('the first link skips the navigation, can be seen, and leads to the text', async () => {
    const { page } = await open(message)
    expect(await tabTo(page, /^Skip to content$/)).toEqual([])
    const link = page.getByRole('link', { name: 'Skip to content' })
    expect((await link.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    await page.waitForURL(/#_top$/)
    await page.keyboard.press('Tab')
    const isInText = await page.evaluate(() => document.activeElement?.closest('main') !== null)
    expect(isInText).toBe(true)
  })

  it('the search opens, accepts words, and returns the focus', async () => {
    const { page } = await open(message)
    // Before that the dialog itself has the focus.
    await untilSearchIsLoaded(page)
    await tabTo(page, /^Search$/)
    await page.keyboard.press('Enter')
    const field = page.getByRole('dialog').locator('input')
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Search')
  })

  it('the menu of a phone opens and leads to a page', async () => {
    const { page } = await open(message, { viewport: { width: 360, height: 740 } })
    await tabTo(page, /^Menu$/)
    await page.keyboard.press('Enter')
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link').first()
    await link.waitFor()
    expect(await link.isVisible()).toBe(true)
  })

  it('the focused element can be seen', async () => {
    const { page } = await open(message)
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab')
      const { name, outline, box } = await page.evaluate(() => {
        const one = document.activeElement as HTMLElement
        const { outlineStyle, boxShadow } = getComputedStyle(one)
        const { width, height } = one.getBoundingClientRect()
        const name = one.outerHTML.slice(0, 80)
        return { name, outline: outlineStyle + boxShadow, box: width * height }
      })
      expect([name, outline === 'nonenone', box > 0]).toEqual([name, false, true])
    }
  })
})

it.each<[Place, string]>([
  ['folder', '/404.html'],
  ['root', '/gone'],
  ['root', '/guides/gone/and/forgotten/'],
])('the 404 page leads to the first one: %s, %s', async (place, path) => {
  const { page, base, problems } = await open(path, {}, place)
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  // The site's search and navigation work, and no file was requested from a wrong address.
  await untilSearchIsLoaded(page)
  const current = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Errors' })
  expect(new URL(await current.evaluate((one: HTMLAnchorElement) => one.href)).pathname).toBe(
    `${base}/guides/errors/`,
  )
  expect(
    problems.filter((one) => /^\d{3} /.test(one) && !/(llms\.txt|gone|forgotten\/)$/.test(one)),
  ).toEqual([])
  await page.getByRole('link', { name: 'home page' }).click()
  await page.waitForURL((url) => url.pathname === `${base}/`)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Contract')
})

it('the navigation shows the current page, and the page stays at its top', async () => {
  const { page } = await open('/decisions/d-026/', { viewport: { width: 1280, height: 700 } })
  const { y = 0 } = (await page.locator('nav [aria-current="page"]').boundingBox()) ?? {}
  expect(y).toBeGreaterThan(60)
  expect(y).toBeLessThan(660)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

it('the examples of an operation stay in view on a wide screen, and follow the request on a phone', async () => {
  const { page } = await open('/reference/openapi/operations/list-countries/')
  const field = page.locator('[id="429.header.Retry-After"]')
  const examples = page.getByRole('region', { name: 'Examples' })
  await field.scrollIntoViewIfNeeded()
  const [beside, shown] = [await field.boundingBox(), await examples.boundingBox()]
  expect(shown?.x).toBeGreaterThan((beside?.x ?? 0) + (beside?.width ?? 0))
  expect(shown?.y).toBeGreaterThanOrEqual(0)
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(800)
  await page.setViewportSize({ width: 360, height: 740 })
  const places = await page
    .locator('#request, .ref-examples, #responses')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

it('each method has its own colour, the same in the navigation and on its page', async () => {
  const { page, go } = await open('/reference/operator/operations/create-submission/')
  const colorsOf = (place: string) =>
    page.locator(`${place} .method`).evaluateAll((all) => {
      const look = (one: Element) => [one.textContent, getComputedStyle(one).color]
      return Object.fromEntries(all.map(look)) as Record<string, string>
    })
  const colors = await colorsOf('nav')
  expect(Object.keys(colors).toSorted()).toEqual(['GET', 'PATCH', 'POST'])
  expect(new Set(Object.values(colors)).size).toBe(3)
  expect(await colorsOf('main')).toEqual({ POST: colors.POST })
  await go('/reference/operator/operations/update-endpoint/')
  expect(await colorsOf('main')).toEqual({ PATCH: colors.PATCH })
})

it('no table of the performance page is cut off', async () => {
  const { page } = await open('/performance/')
  const cut = await page
    .locator('main table')
    .evaluateAll((all) => all.map((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0)))
  expect(cut.length).toBeGreaterThan(5)
  expect(Math.max(...cut)).toBeLessThanOrEqual(0)
})

describe('a page of Redoc', () => {
  it.each([
    ['the document', 'asyncapi.html', 'D-005'],
    ['the headers of a message', 'asyncapi.html#/channels/submissionupdates', 'D-003'],
  ])('leads to the decisions of %s', async (_, path, id) => {
    const { page, base } = await open(`/reference/${path}`)
    const decision = page.getByRole('link', { name: id, exact: true }).first()
    const address = new URL((await decision.getAttribute('href')) ?? '', page.url())
    expect(address.pathname).toBe(`${base}/decisions/${id.toLowerCase()}/`)
  })

  it('has the icon of the site, and leads back to the site from any part', async () => {
    const { page, base } = await open('/reference/openapi.html#operation/listCountries')
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^data:image\/svg/)
    const heading = page.getByRole('heading', { name: 'List origin countries' })
    await heading.waitFor()
    await page.waitForFunction('scrollY > 0')
    const link = page.getByRole('link', { name: 'All documentation' })
    const [bar, below] = [await link.boundingBox(), await heading.boundingBox()]
    expect(bar?.y).toBeGreaterThanOrEqual(0)
    expect(below?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0))
    await link.click()
    await page.waitForURL((url) => url.pathname === `${base}/`)
  })

  it('offers each tested program of an operation', async () => {
    const { page } = await open('/reference/openapi.html#operation/listCountries')
    const samples = page.locator('.panel-request-samples').first()
    await samples.getByRole('button', { name: 'curl' }).click()
    await page.getByText('Python 3', { exact: true }).last().click()
    await samples.getByText('import urllib.request').waitFor()
    await samples.getByRole('button', { name: 'Python 3' }).click()
    await page.getByText('TypeScript', { exact: true }).last().click()
    await samples.getByText('client.listCountries()').waitFor()
  })

  it('finds with its own search, although no text may become code', async () => {
    const { page } = await open('/reference/openapi.html')
    await page.getByRole('heading').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('origin countries')
    await page.getByText('/api/v1/platform/countries').last().waitFor()
    expect(await page.getByText('No request body.').last().isVisible()).toBe(true)
  })
})

describe('without scripts', () => {
  it.each([
    [message, ['payload.submission.applicant.email', 'header.X-Platform-Signature']],
    ['/reference/openapi/operations/list-countries/', ['200.body.result.items.isoCode']],
    ['/reference/openapi/schemas/', ['country.currency', 'error-response.error.code']],
  ])('%s shows its fields', async (path, ids) => {
    const { page, problems } = await open(path, { javaScriptEnabled: false })
    for (const id of ids) {
      const field = page.locator(`[id="${id}"]`)
      expect([id, await field.locator('dt').isVisible()]).toEqual([id, true])
      expect(await field.locator('dt').textContent()).toContain(id.replace(/^.*\./, ''))
      expect((await field.locator('dd').textContent())?.length).toBeGreaterThan(10)
    }
    expect(problems).toEqual([])
  })

  it('the theme is that of the system', async () => {
    const { page } = await open('/guides/errors/', { javaScriptEnabled: false })
    const grounds = () =>
      page.evaluate(() =>
        [document.body, document.querySelector('.expressive-code pre') ?? document.body].map(
          (one) => getComputedStyle(one).backgroundColor,
        ),
      )
    const light = await grounds()
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await grounds()
    expect(dark.map((one, at) => one === light[at])).toEqual([false, false])
  })

  it('a control that does nothing is hidden', async () => {
    const { page } = await open('/guides/errors/', { javaScriptEnabled: false })
    expect(await page.locator('.expressive-code .copy').count()).toBeGreaterThan(0)
    expect(await page.locator('button:visible, select:visible').count()).toBe(0)
  })

  it('the landing page leads to the references, and to the pages beside it', async () => {
    const { page, go } = await open('/', { javaScriptEnabled: false })
    expect(await page.locator('main a[href^="./"]').count()).toBeGreaterThan(3)
    await go('/guides/rate-limits/')
    expect(await page.locator('nav a[href="../../reference/openapi/"]').count()).toBe(1)
  })
})

it.each<[Place, string, string]>([
  ['folder', 'rate limit', '/guides/rate-limits/'],
  ['root', 'feedbackDocsUrl', message],
])('the search in the %s of a host finds for “%s” %s', async (place, words, path) => {
  const { page, base, problems } = await open('/', {}, place)
  await untilSearchIsLoaded(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').locator('input').fill(words)
  const result = page.getByRole('dialog').locator(`a[href^="${base}${path}"]`).first()
  await result.waitFor()
  await result.click()
  await page.waitForURL((url) => url.pathname === base + path)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(problems).toEqual([])
})

it('the search shows guides first, and nothing of the operator surface', async () => {
  const { page, base } = await open('/')
  await untilSearchIsLoaded(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').locator('input').fill('delivery')
  const results = page.getByRole('dialog').locator('.pagefind-ui__result-title a')
  await results.first().waitFor()
  const addresses = await results.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(addresses[0]).toMatch(new RegExp(`^${base}/guides/`))
  expect(addresses.filter((one) => one?.includes('/operator'))).toEqual([])
})

it('the theme is the one of the system, or the one that the reader chose on an earlier page', async () => {
  const { page, go } = await open('/reference/asyncapi/', { colorScheme: 'dark' })
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await ground()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(ground).not.toBe(dark)
  await page.getByLabel('Select theme').first().selectOption('dark')
  await go('/')
  expect(await ground()).toBe(dark)
})
