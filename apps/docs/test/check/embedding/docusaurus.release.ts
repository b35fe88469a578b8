import { execFile } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeFiles } from '@partner-platform/harness'
import { type Browser, openBrowser } from '@partner-platform/harness/browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { serveDocs } from '../../../src/serve-docs.ts'
import { closeAfterAll } from '../open-window.ts'
import {
  copyContract,
  headingInFrame,
  hostFolder,
  makeProject,
  openHost,
  published,
  requireInHost,
  snippet,
} from './embed-project.ts'

const main = requireInHost('docusaurus').resolve('@docusaurus/core/bin/docusaurus.mjs')
const source = hostFolder('docusaurus')
const { info } = JSON.parse(published('openapi.json'))

const atEnd = closeAfterAll()

let url: string
let browser: Browser
beforeAll(async () => {
  const folder = makeProject(source)
  atEnd(() => rmSync(folder, { recursive: true }))
  for (const name of ['docusaurus.config.mjs', 'docs']) {
    cpSync(join(source, name), join(folder, name), { recursive: true })
  }
  await copyContract(folder, 'static/contract')
  writeFiles(folder, { 'docs/reference.mdx': snippet('docs/reference.mdx') })
  const env = { ...process.env, NODE_ENV: 'production', NO_UPDATE_NOTIFIER: '1' }
  await promisify(execFile)(process.execPath, [main, 'build', '--no-minify'], { cwd: folder, env })
  const served = await serveDocs({ folder: join(folder, 'build'), port: 0 })
  atEnd(served.close)
  url = served.url
  browser = await openBrowser()
  atEnd(() => browser.close())
})

describe('Docusaurus', () => {
  it.each([
    ['by its address', '/reference/'],
    ['by its navigation', '/'],
  ])('shows the reference that is opened %s', async (_, path) => {
    const { page, problemsOf } = await openHost(browser, { url, path })
    if (path === '/') await page.getByRole('link', { name: 'API reference' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor()
    expect(await headingInFrame(page)).toContain(info.title)
    expect(problemsOf()).toEqual([])
  })
})
