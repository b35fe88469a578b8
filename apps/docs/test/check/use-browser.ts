import { type Browser, openBrowser } from '@partner-platform/harness/browser'
import { afterAll, beforeAll } from 'vitest'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** The browser that all tests in a file share. */
export const useBrowser = (): Browser => browser
