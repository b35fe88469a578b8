import type { Browser } from '@partner-platform/harness/browser'
import { openBrowser } from '@partner-platform/harness/browser'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { ReceiverOptions } from '../../../src/index.ts'
import { useStore } from '../../use-store.ts'
import { type OpenPageOptions, openPage } from './open-page.ts'
import { openScene } from './open-scene.ts'

// One browser and one store for all tests of a run; each test has a receiver and a page of its own.
const store = useStore('embedded')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** A receiver with an empty inbox, stopped when the test ends. */
export async function startScene(given: Partial<ReceiverOptions> = {}) {
  const scene = await openScene({ ...given, database: await store.empty() })
  onTestFinished(() => scene.close())
  return scene
}

type VisitOptions = Partial<OpenPageOptions> & {
  /** What may be reported though it must not happen otherwise: parts of the messages. */
  expects?: readonly string[]
}

/** The page in the browser. What must never happen on it fails the test. */
export async function visit(url: string, { expects = [], ...options }: VisitOptions = {}) {
  const { page, problems, close } = await openPage(browser, { url, ...options })
  onTestFinished(async () => {
    await close()
    expect(problems.filter((problem) => !expects.some((one) => problem.includes(one)))).toEqual([])
  })
  await page.getByText('Live', { exact: true }).waitFor()
  return page
}
