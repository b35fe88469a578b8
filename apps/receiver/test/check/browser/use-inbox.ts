import { type Browser, openBrowser, type Page } from '@partner-platform/harness/browser'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { ReceiverOptions } from '../../../src/index.ts'
import { useStore } from '../../use-store.ts'
import { desk, openWindow } from './open-page.ts'
import { openScene } from './open-scene.ts'

// One browser, window and store for all tests of a run; each test has a receiver of its own, and so an origin.
const store = useStore('embedded')
let browser: Browser
let window: Awaited<ReturnType<typeof openWindow>>
/** Pages that no test uses now: a new one costs more than most tests. */
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
  /** What may be reported though it must not happen otherwise: parts of the messages. */
  expects?: readonly string[]
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce'
  permissions?: string[]
}

/** The page in the browser. What must never happen on it fails the test. */
export async function visit(url: string, options: VisitOptions = {}) {
  const { expects = [], viewport = desk, permissions = [] } = options
  const { colorScheme = 'light', reducedMotion = 'no-preference' } = options
  const { context, problems, origins } = window
  const page = idle.pop() ?? (await context.newPage())
  page.setDefaultTimeout(20_000)
  onTestFinished(async () => {
    await page.evaluate(() => localStorage.clear())
    await page.unrouteAll()
    await page.goto('about:blank')
    await context.clearPermissions()
    idle.push(page)
    origins.clear()
    const found = problems.splice(0)
    expect(found.filter((problem) => !expects.some((one) => problem.includes(one)))).toEqual([])
  })
  origins.add(new URL(url).origin)
  await context.grantPermissions(permissions)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion })
  await page.goto(url)
  await page.getByText('Live', { exact: true }).waitFor()
  return page
}
