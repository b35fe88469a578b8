import type { Browser, BrowserContextOptions, Page } from '@partner-platform/harness/browser'

export type OpenPageOptions = BrowserContextOptions & {
  url: string
  /** What the page takes for now. @default the real clock */
  nowMs?: number
}

export type OpenPage = { page: Page; close(): Promise<void> }

/** Size of a page unless told otherwise. */
export const desk = { width: 1280, height: 800 }

/** A browser window in which every page tells of what must not happen on it. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    ...{ locale: 'en-GB', timezoneId: 'UTC', viewport: desk },
    ...options,
  })
  /** Errors, violations of the policy, requests to other origins than those that may be visited. */
  const problems: string[] = []
  const origins = new Set<string>()
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
  context.on('request', (request) => {
    if (!origins.has(new URL(request.url()).origin)) problems.push(`request to ${request.url()}`)
  })
  context.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await context.addInitScript(`addEventListener('securitypolicyviolation', (violation) =>
    console.error('policy', violation.violatedDirective, violation.blockedURI))`)
  return { context, problems, origins }
}

/** The page of an inbox in a browser window of its own, as a reader has it before them. */
export async function openPage(
  browser: Browser,
  { url, nowMs, ...options }: OpenPageOptions,
): Promise<OpenPage> {
  const { context } = await openWindow(browser, options)
  const page = await context.newPage()
  if (nowMs !== undefined) await page.clock.setFixedTime(nowMs)
  await page.goto(url)
  return { page, close: () => context.close() }
}
