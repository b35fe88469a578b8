import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openBrowser } from '@partner-platform/settings/testing/browser'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageFolder } from '../../src/docs-folder.ts'
import { serveDocs } from '../../src/serve-docs.ts'
import { copyContract, makeProject, snippet, write } from './embed-project.ts'
import { headingInFrame, openPage } from './open-page.ts'

const hosts = join(packageFolder, 'hosts')
const require = createRequire(join(hosts, 'package.json'))
const main = require.resolve('@docusaurus/core/bin/docusaurus.mjs')
const { resolve } = createRequire(import.meta.url)
const { info } = JSON.parse(
  readFileSync(resolve('@partner-platform/specs/dist/openapi.json'), 'utf8'),
)

/** A project of Docusaurus with no more than it needs. */
function writeDocusaurus(folder: string): void {
  const config = {
    ...{ title: 'Docs of a partner', url: 'https://docs.example.test', baseUrl: '/' },
    plugins: [['@docusaurus/plugin-content-docs', { routeBasePath: '/' }]],
    themes: ['@docusaurus/theme-classic'],
  }
  write(folder, 'docusaurus.config.mjs', `export default ${JSON.stringify(config)}`)
  write(folder, 'docs/index.md', '---\ntitle: Home\nslug: /\n---\n')
}

const folder = makeProject(hosts)
let server: Server
let browser: Browser
beforeAll(async () => {
  writeDocusaurus(folder)
  await copyContract(folder, 'static/contract')
  write(folder, 'docs/reference.mdx', snippet('docs/reference.mdx'))
  const env = { ...process.env, NODE_ENV: 'production', NO_UPDATE_NOTIFIER: '1' }
  await promisify(execFile)(process.execPath, [main, 'build'], { cwd: folder, env })
  server = await serveDocs({ folder: join(folder, 'build'), port: 0 })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})

describe('Docusaurus', () => {
  it.each([
    ['by its address', '/reference/'],
    ['by its navigation', '/'],
  ])('shows the reference that is opened %s', async (_, path) => {
    const { page, problems } = await openPage(browser, { server, path })
    if (path === '/') await page.getByRole('link', { name: 'API reference' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor()
    expect(await headingInFrame(page)).toContain(info.title)
    expect(problems).toEqual([])
  })
})
