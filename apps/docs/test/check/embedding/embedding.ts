import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFiles } from '@partner-platform/harness'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runAstro } from '../../../src/run-astro.ts'
import { serveDocs } from '../../../src/serve-docs.ts'
import { closeAfterAll } from '../open-window.ts'
import { useBrowser } from '../use-site.ts'
import {
  copyContract,
  headingInFrame,
  makeProject,
  openHost,
  published,
  publishedFile,
  snippet,
  writeStarlight,
} from './embed-project.ts'

const files: { name: string; integrity: string }[] = JSON.parse(published('manifest.json')).files
const { info, paths } = JSON.parse(published('openapi.json'))

describe('embedding', () => {
  const atEnd = closeAfterAll()
  const folder = makeProject()
  atEnd(() => rmSync(folder, { recursive: true }))
  const site = join(folder, 'dist')
  let url: string
  beforeAll(async () => {
    writeStarlight(folder)
    await copyContract(folder, 'public/contract')
    for (const name of ['reference.md', 'operations.mdx'])
      writeFiles(folder, { [`src/content/docs/${name}`]: snippet(`src/content/docs/${name}`) })
    const { integrity = '' } = files.find(({ name }) => name === 'openapi.html') ?? {}
    const [plain, unset] = [snippet('reference.html'), snippet('checked.html')]
    const deep = plain.replace('openapi.html', 'openapi.html#operation/listCountries')
    const checked = unset.replace('INTEGRITY_OF_OPENAPI_HTML', integrity)
    const pages = { reference: plain, deep, unset, checked, component: snippet('component.html') }
    writeFiles(folder, { 'public/contract-reference.js': snippet('contract-reference.js') })
    for (const [name, text] of Object.entries(pages))
      writeFiles(folder, { [`public/${name}.html`]: text })
    await runAstro(folder)
    const served = await serveDocs({ folder: site, port: 0 })
    atEnd(served.close)
    url = served.url
  })

  const open = (path: string) => openHost(useBrowser(), { url, path })

  describe('the contract is copied', () => {
    it('as a whole, with the manifest', () => {
      const copied = readdirSync(join(folder, 'public/contract')).toSorted()
      expect(copied).toEqual(['manifest.json', ...files.map(({ name }) => name)].toSorted())
      for (const name of copied) {
        const written = readFileSync(publishedFile(name))
        expect(readFileSync(join(folder, 'public/contract', name)).equals(written)).toBe(true)
      }
    })

    it('only if each file is the one that the manifest lists', async () => {
      const project = makeProject()
      onTestFinished(() => rmSync(project, { recursive: true }))
      const specs = 'node_modules/@partner-platform/specs'
      writeFiles(join(project, specs), {
        'package.json': '{"name":"@partner-platform/specs"}',
        'dist/manifest.json': published('manifest.json'),
        'dist/openapi.json': '{}',
      })
      const copied = copyContract(project, 'contract')
      await expect(copied).rejects.toThrow(/openapi\.json does not match the manifest\./)
      expect(readdirSync(join(project, 'contract'))).toEqual([])
    })
  })

  describe('a page shows the reference', () => {
    it.each([
      ['in a plain page', '/reference.html'],
      ['in a plain page that checks it', '/checked.html'],
      ['in Starlight', '/reference/'],
    ])('%s: %s', async (_, path) => {
      const { page, problemsOf } = await open(path)
      expect(await headingInFrame(page)).toContain(info.title)
      expect(problemsOf()).toEqual([])
    })

    it('in a web component: as high as its content, in the theme of its host', async () => {
      const { page, problemsOf } = await open('/component.html')
      expect(await headingInFrame(page)).toContain(info.title)
      const root = page.frameLocator('iframe').locator('html')
      const hidden = () =>
        root.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
      await expect.poll(hidden).toBe(0)
      for (const theme of ['dark', 'light']) {
        await page.locator('html').evaluate((html, one) => (html.style.colorScheme = one), theme)
        await expect.poll(() => root.getAttribute('class')).toBe(theme)
      }
      await page.frameLocator('iframe').getByText('Countries', { exact: true }).click()
      const heading = page
        .frameLocator('iframe')
        .getByRole('heading', { name: 'Countries' })
        .first()
      await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200)
      expect(await hidden()).toBe(0)
      expect(problemsOf()).toEqual([])
    })

    it('/operations/, without scripts', async () => {
      const { page } = await open('/operations/')
      const calls = await page.locator('dt').allTextContents()
      expect(calls).toEqual(Object.keys(paths).map((path) => `GET ${path}`))
      const [first] = Object.values<{ get: { summary: string } }>(paths)
      expect(await page.locator('dd').first().textContent()).toBe(first?.get.summary)
    })

    it('/reference.html at the operation that its address names', async () => {
      const { page } = await open('/deep.html')
      const frame = page.frameLocator('iframe')
      const heading = frame.getByRole('heading', { name: 'List origin countries' }).first()
      await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(400)
    })

    it('/checked.html shows nothing before its digest is set', async () => {
      const { page } = await open('/unset.html')
      await page.getByText('The reference could not be loaded or verified.').waitFor()
      expect(await page.locator('iframe').getAttribute('srcdoc')).toBe(null)
    })

    it('/checked.html reports a different file', async () => {
      const file = join(site, 'contract/openapi.html')
      const published = readFileSync(file)
      onTestFinished(() => writeFileSync(file, published))
      writeFileSync(
        file,
        `${published}`.replace(/<\/html>\s*$/, (end) => end.toUpperCase()),
      )
      expect(readFileSync(file).equals(published)).toBe(false)
      const { page } = await open('/checked.html')
      await page.getByText('The reference could not be loaded or verified.').waitFor()
      expect(await page.locator('iframe').getAttribute('srcdoc')).toBe(null)
    })
  })
})
