import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@partner-platform/harness/browser'
import { onTestFinished } from 'vitest'

const own = /^(http:\/\/127\.0\.0\.1:|data:|blob:)/

/** A page of a site in a browser that reaches nothing else, and what goes wrong on it. */
export async function openPage(
  browser: Browser,
  { server, path }: { server: Server; path: string },
): Promise<{ page: Page; problems: string[] }> {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const problems: string[] = []
  const note = (problem: string) => {
    if (!isOfRedoc(problem)) problems.push(problem)
  }
  context.on('weberror', (error) => note(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') note(message.text())
  })
  context.on('request', (request) => {
    if (!own.test(request.url())) note(`It asks for ${request.url()}`)
  })
  const page = await context.newPage()
  await page.goto(`${origin}${path}`)
  return { page, problems }
}

/** Redoc tries whether text may become code. It may not, here as on its own page. */
const isOfRedoc = (problem: string) => /unsafe-eval|script-src/.test(problem)

export const headingInFrame = (page: Page): Promise<string | null> =>
  page.frameLocator('iframe').getByRole('heading', { level: 1 }).first().textContent()
