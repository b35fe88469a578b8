import type { Browser, BrowserContextOptions, Page } from '@partner-platform/harness/browser'
import { afterAll, onTestFinished } from 'vitest'

export interface Window {
  page: Page
  /** Opens a page by its path below the origin. */
  go: (path: string) => Promise<void>
  /** Forbidden events: errors, violations of the policy, requests to elsewhere. */
  problems: string[]
  /** Bytes of all answers since the last `go`. */
  weigh: () => number
}

/** A browser window on a server. It can reach only that server, and closes when the test ends. */
export async function openWindow(
  browser: Browser,
  { url, base = '' }: { url: string; base?: string },
  options: BrowserContextOptions = {},
): Promise<Window> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  })
  onTestFinished(() => context.close())
  const problems: string[] = []
  let bytes = 0
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
  context.on('request', (request) => {
    const { protocol, origin: other } = new URL(request.url())
    const isLocal = ['data:', 'blob:'].includes(protocol) || other === url
    if (!isLocal) problems.push(`request to ${request.url()}`)
  })
  context.on('response', (response) => {
    bytes += Number(response.headers()['content-length'] ?? 0)
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
  })
  await context.addInitScript(`addEventListener('securitypolicyviolation', (violation) =>
    console.error('policy', violation.violatedDirective, violation.blockedURI))`)
  await context.addInitScript(`new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries())
      if (!hadRecentInput) globalThis.layoutShift = (globalThis.layoutShift ?? 0) + value
  }).observe({ type: 'layout-shift', buffered: true })`)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  // Each page is weighed as on a first visit.
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.setCacheDisabled', { cacheDisabled: true })
  return {
    page,
    problems,
    async go(path) {
      bytes = 0
      await page.goto(`${url}${base}${path}`)
    },
    weigh: () => bytes,
  }
}

/** Registers what to close after the tests of a file, last first, also if a set-up failed. */
export function closeAfterAll() {
  const closers: (() => unknown)[] = []
  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  })
  return (close: () => unknown): void => void closers.push(close)
}
