import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { ReceiverOptions } from '../../../src/index.ts'
import { useStore } from '../../use-store.ts'
import { openBrowser } from './open-browser.ts'
import { type OpenPageOptions, openPage } from './open-page.ts'
import { openScene } from './open-scene.ts'

type PageOptions = Partial<OpenPageOptions>

/** A browser and a store for the tests of a file; each test has a receiver and a page of its own. */
export function useInbox() {
  const store = useStore('embedded')
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())

  const startScene = async (given: Partial<ReceiverOptions> = {}) => {
    const scene = await openScene({ ...given, database: await store.empty() })
    onTestFinished(() => scene.close())
    return scene
  }
  /** The page in the browser. What must never happen on it fails the test. */
  const visit = async (url: string, given: PageOptions & { expects?: readonly string[] } = {}) => {
    const { expects = [], ...options } = given
    const { page, problems, close } = await openPage(browser, { url, ...options })
    onTestFinished(async () => {
      await close()
      expect(problems.filter((problem) => !expects.some((one) => problem.includes(one)))).toEqual(
        [],
      )
    })
    await page.getByText('Live', { exact: true }).waitFor()
    return page
  }
  return { startScene, visit }
}
