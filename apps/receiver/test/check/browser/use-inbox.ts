import { type Browser, openBrowser, type Page } from '@partner-platform/harness/browser'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { ReceiverOptions } from '../../../src/index.ts'
import { useStore } from '../../use-store.ts'
import { desk, openScene, openWindow } from './open-scene.ts'

// One browser, window and store for all tests; each test has a receiver of its own, and so an origin.
const store = useStore('embedded')
let browser: Browser
let window: Awaited<ReturnType<typeof openWindow>>
/** Unused pages: a new one costs more than most tests. */
const idle: Page[] = []
beforeAll(async () => {
  browser = await openBrowser()
  window = await openWindow(browser)
})
afterAll(() => browser.close())

/** A receiver with an empty inbox, stopped when the test ends. */
export async function startScene(given: Partial<ReceiverOptions> = {}) {
  const scene = await openScene({ ...given, database: await store.empty() })
  onTestFinished(() => scene.close())
  return scene
}

type VisitOptions = {
  /** Parts of messages that this test may cause. */
  expects?: readonly string[]
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  permissions?: string[]
}

/** The page in the browser. The test fails if something happens on it that must never happen. */
export async function visit(url: string, options: VisitOptions = {}) {
  const { expects = [], viewport = desk, permissions = [], colorScheme = 'light' } = options
  const { context, problems, origins } = window
  const page = idle.pop() ?? (await context.newPage())
  page.setDefaultTimeout(60_000)
  // Hooks run in reverse order: this one once every page of the test is left.
  if (origins.size === 0)
    onTestFinished(() => {
      origins.clear()
      const found = problems.splice(0)
      expect(found.filter((problem) => !expects.some((one) => problem.includes(one)))).toEqual([])
    })
  onTestFinished(async () => {
    await page.evaluate(() => localStorage.clear())
    await page.unrouteAll()
    await page.goto('about:blank')
    await context.clearPermissions()
    idle.push(page)
  })
  origins.add(new URL(url).origin)
  await context.grantPermissions(permissions)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.goto(url)
  await page.getByText('Live', { exact: true }).waitFor()
  return page
}

/** A page on which no script runs. */
export async function openWithoutScripts() {
  const page = await browser.newPage({ javaScriptEnabled: false })
  onTestFinished(() => page.close())
  return page
}

/** A receiver and its page. */
export async function start(given: Partial<ReceiverOptions> = {}, options: VisitOptions = {}) {
  const scene = await startScene(given)
  return { scene, page: await visit(scene.inboxUrl, options) }
}

export const rows = (page: Page) => page.getByRole('list').getByRole('link')
export const row = (page: Page, name: string) => page.getByRole('list').getByRole('link', { name })
export const bodyOf = (page: Page) => page.getByRole('region', { name: 'Body', exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
export const chip = (page: Page, name: string) => page.locator('.chip').filter({ hasText: name })
export const said = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()
export const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)
export const fact = (page: Page, term: string) =>
  page
    .locator('.facts div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .getByRole('definition')
    .textContent()
