import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '@partner-platform/harness/browser'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serveLiveDocs } from '../../../src/watch/docs/serve-live-docs.ts'
import { root } from '../../../src/workspaces.ts'

const bundle = JSON.parse(readFileSync(join(root, 'specs/dist/openapi.json'), 'utf8'))
const withTitle = (title: string) => ({ openapi: { ...bundle, info: { ...bundle.info, title } } })

/** Live docs whose pages of Redoc are made as the test says. */
async function serve(make: (title: string) => Promise<string>) {
  const docs = await serveLiveDocs({
    port: 0,
    places: [],
    renderRedoc: (document) => make((document as typeof bundle).info.title),
  })
  onTestFinished(() => docs.close())
  return docs
}

async function openTab() {
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  return browser.newPage()
}

const toHtml = (title: string) => `<!doctype html><html><body><h1>${title}</h1></body></html>`

describe('the live docs', () => {
  it('show the newest documents, even if the page was requested before', async () => {
    const asked = Promise.withResolvers<void>()
    const made = Promise.withResolvers<void>()
    const docs = await serve(async (title) => {
      asked.resolve()
      await made.promise
      return toHtml(title)
    })
    docs.render(withTitle('Before'))()
    const page = await openTab()
    const opened = page.goto(`${docs.url}reference/openapi.html`)
    await asked.promise
    docs.render(withTitle('After'))()
    made.resolve()
    await opened
    await page.getByRole('heading', { name: 'After' }).waitFor()
  })

  it('show a page as soon as it exists and can be rendered', async () => {
    let why = 'Redoc says <b>why</b>'
    const docs = await serve(async (title) => {
      if (why !== '') throw new Error(why)
      return toHtml(title)
    })
    const page = await openTab()
    const address = `${docs.url}reference/openapi.html`
    expect((await page.goto(address))?.status()).toBe(404)
    await page.getByText('Page not found: /reference/openapi.html.').waitFor()
    docs.render(withTitle('New'))()
    await page.getByText('Redoc says <b>why</b>').waitFor()
    expect((await fetch(address)).status).toBe(500)
    why = ''
    await page.reload()
    await page.getByRole('heading', { name: 'New' }).waitFor()
  })
})
