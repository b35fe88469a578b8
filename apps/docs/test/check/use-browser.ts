import { type Browser, openBrowser } from '@partner-platform/harness/browser'
import { afterAll, beforeAll } from 'vitest'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** The one browser of all tests in a file. */
export const useBrowser = (): Browser => browser
