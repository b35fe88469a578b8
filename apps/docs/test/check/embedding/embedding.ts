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

    describe('in a web component', () => {
      const openComponent = async () => {
        const { page, problemsOf } = await open('/component.html')
        expect(await headingInFrame(page)).toContain(info.title)
        const frame = page.frameLocator('iframe')
        const root = frame.locator('html')
        const scrolled = () =>
          root.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
        const height = () => page.locator('iframe').evaluate((one) => one.clientHeight)
        await expect.poll(scrolled).toBe(0)
        return { page, problemsOf, frame, root, scrolled, height }
      }

      it('as tall as its content at each width, and as the window on a phone', async () => {
        const { page, problemsOf, frame, scrolled, height } = await openComponent()
        const wide = await height()
        const resize = (width: number) => page.setViewportSize({ width, height: 800 })
        await resize(700)
        await expect.poll(height).toBeGreaterThan(wide)
        await resize(1280)
        await expect.poll(height).toBe(wide)
        await resize(390)
        await expect.poll(height).toBe(800)
        await frame.getByRole('button', { name: 'Open navigation menu' }).click()
        await frame.getByText('Countries', { exact: true }).first().waitFor()
        await resize(1280)
        await expect.poll(scrolled).toBe(0)
        expect(problemsOf()).toEqual([])
      })

      it('in the theme of its host', async () => {
        const { page, root } = await openComponent()
        for (const [element, scheme, theme] of [
          ['html', 'only dark', 'dark'],
          ['html', 'light', 'light'],
          ['body', 'dark', 'dark'],
          ['body', 'light dark', 'light'],
        ] as const) {
          const host = page.locator(element)
          await host.evaluate((one, value) => (one.style.colorScheme = value), scheme)
          await expect.poll(() => root.getAttribute('class')).toBe(theme)
        }
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect.poll(() => root.getAttribute('class')).toBe('dark')
      })

      it('with its navigation', async () => {
        const { frame, scrolled } = await openComponent()
        await frame.getByText('Countries', { exact: true }).click()
        const heading = frame.getByRole('heading', { name: 'Countries' }).first()
        await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200)
        expect(await scrolled()).toBe(0)
      })

      it('inserted again without a second observer, with a source that is set later', async () => {
        const { page, scrolled, height, problemsOf } = await openComponent()
        const stored = await page.evaluate(async () => {
          const element = document.querySelector('contract-reference') as Element
          for (let times = 0; times < 3; times++) document.body.append(element)
          element.removeAttribute('src')
          let count = 0
          Storage.prototype.setItem = () => void count++
          document.documentElement.lang = 'en-GB'
          await Promise.resolve()
          return count
        })
        expect(stored).toBe(1)
        expect(await page.locator('iframe').getAttribute('src')).toBe('')
        await expect.poll(height).toBeLessThan(400)
        await page
          .locator('contract-reference')
          .evaluate((one) => one.setAttribute('src', '/contract/asyncapi.html'))
        await expect.poll(() => headingInFrame(page)).toContain('Webhooks')
        await expect.poll(scrolled).toBe(0)
        expect(problemsOf()).toEqual([])
      })
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
