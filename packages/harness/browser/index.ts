export { default as axe } from 'axe-core'
export type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
export { openBrowser } from './open-browser.ts'
