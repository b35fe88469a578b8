import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  axe,
  type Browser,
  type BrowserContextOptions,
  openBrowser,
  type Page,
} from '@partner-platform/harness/browser'
import { operations, securitySchemes } from '@partner-platform/types'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { startAll } from '../../src/start.ts'
import { copyDataFolders, freePorts } from '../empty-data-folders.ts'

let address = ''
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
  return () => browser.close()
})
beforeAll(async () => {
  const { settings, remove } = await copyDataFolders()
  const out = { isTTY: false, rows: 0, write: () => true }
  const running = await startAll({ ...freePorts, ...settings }, { buildDocs: async () => {}, out })
  ;[address = ''] = /(?<=try it +)http\S+/.exec(running.lines.join('\n')) ?? []
  return () => running.close().finally(remove)
})

async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(),
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target}`))
}

async function openPage(options: BrowserContextOptions) {
  const page = await browser.newPage(options)
  onTestFinished(() => page.close())
  return page
}

it('calls the server from a browser, sends a webhook and links to the inbox', async () => {
  const page = await openPage({ viewport: { width: 360, height: 740 } })
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    // A browser logs each answer that is an error.
    if (message.type() === 'error' && !message.text().includes('401')) problems.push(message.text())
  })
  await page.goto(address)
  const answer = page.locator('#answer')
  // A header cannot carry this key.
  const key = await page.getByLabel('API key').inputValue()
  await page.getByLabel('API key').fill('ключ')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  expect(await page.locator('input:invalid').getAttribute('title')).toContain('Latin-1')
  expect(await answer.textContent()).toBe('')
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await answer.getByText(/^200 OK in \d+ ms$/).waitFor()
  expect(await answer.textContent()).toContain('"isoCode"')
  expect(await answer.textContent()).toMatch(/ratelimit: "default";r=\d+;t=\d+/)
  await page.getByLabel('Send key as').selectOption(securitySchemes.apiKeyHeader.name)
  await page.getByLabel('API key').fill('unknown')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await answer.getByText(/^401 Unauthorized in/).waitFor()

  await page.getByLabel('Example').selectOption('visa-granted')
  await page.getByRole('button', { name: 'Send a webhook' }).click()
  await page.getByText('It is in the inbox: verified, handled.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findViolations(page)).toEqual([])
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate(overflow)).toBe(0)

  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the inbox' }).click()
  await (await opened).getByText('VISA_GRANTED').first().waitFor()
  expect(problems).toEqual([])
})

it.each([1280, 375])('does not move while it loads, %s pixels wide', async (width) => {
  const page = await openPage({ viewport: { width, height: 800 } })
  await page.addInitScript(`globalThis.shift = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shift += value
    }).observe({ type: 'layout-shift', buffered: true })`)
  await page.goto(address)
  await page
    .getByRole('option', { name: operations.listCountries.path })
    .waitFor({ state: 'attached' })
  // A move in the first frame is reported by the second.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )
  expect(await page.evaluate('shift')).toBeLessThan(0.02)
})

it('without scripts, shows only that it needs JavaScript', async () => {
  const page = await openPage({ javaScriptEnabled: false })
  await page.goto(address)
  expect(await page.locator('noscript').isVisible()).toBe(true)
  expect(await page.locator('section:visible').count()).toBe(0)
})

type Asked = { method?: string; headers?: Record<string, string>; body?: string }

/** The status and the body of an answer; `fetch` would not send another Host. */
const ask = (path: string, { body, ...options }: Asked = {}) =>
  new Promise<string>((resolve, reject) => {
    const asked = request(new URL(path, address), options, (response) =>
      resolve(text(response).then((said) => `${response.statusCode} ${said}`)),
    )
    asked.on('error', reject).end(body)
  })

const post = (body: string): Asked => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', 'content-length': `${body.length}` },
})

it.each<[string, string, Asked]>([
  ['421 {"lines":["Open this page at', '', { headers: { host: 'elsewhere.example' } }],
  ['404 {"lines":["This page does not exist', 'nothing', {}],
  // A member of every object is not a file.
  ['404 {"lines":["This page does not exist', '__proto__', {}],
  ['308 ', '/try', {}],
  ['405 {"lines":["Send a GET', '', { method: 'POST' }],
  ['405 {"lines":["Send a POST', 'webhook', {}],
  [
    '413 {"lines":["Send a body of at most 1000 bytes, with a Content-Length header.',
    'webhook',
    post('a'.repeat(2_000)),
  ],
  ['415 {"lines":["Send application/json', 'webhook', { method: 'POST', body: '{}' }],
  ['400 {"lines":["Send an example: returned or visa-granted.', 'webhook', post('{')],
])('answers %s', async (wanted, path, asked) => {
  expect(await ask(path, asked)).toContain(wanted)
})
