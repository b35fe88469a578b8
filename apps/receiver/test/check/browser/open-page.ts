import type { Browser, BrowserContextOptions, Page } from '@partner-platform/harness/browser'

export type OpenPageOptions = BrowserContextOptions & {
  url: string
  /** What the page takes for now. @default the real clock */
  nowMs?: number
}

export type OpenPage = {
  page: Page
  /** Everything that must not happen: errors, violations of the policy, requests to elsewhere. */
  problems: string[]
  close(): Promise<void>
}

/** The page of an inbox in a browser of its own, as a reader has it before them. */
export async function openPage(
  browser: Browser,
  { url, nowMs, ...options }: OpenPageOptions,
): Promise<OpenPage> {
  const context = await browser.newContext({
    ...{ locale: 'en-GB', timezoneId: 'UTC', viewport: { width: 1280, height: 800 } },
    ...options,
  })
  const problems: string[] = []
  const { origin } = new URL(url)
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) problems.push(`request to ${request.url()}`)
  })
  context.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await context.addInitScript(`addEventListener('securitypolicyviolation', (violation) =>
    console.error('policy', violation.violatedDirective, violation.blockedURI))`)
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  if (nowMs !== undefined) await page.clock.setFixedTime(nowMs)
  await page.goto(url)
  return { page, problems, close: () => context.close() }
}
