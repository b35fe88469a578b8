import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder, writeFiles } from '@partner-platform/harness'
import { expect, it, onTestFinished } from 'vitest'
import { compressFiles } from '../src/finish-pages.ts'
import { serveDocs } from '../src/serve-docs.ts'

async function serve(folder: string) {
  const { url, close } = await serveDocs({ folder, port: 0 })
  onTestFinished(close)
  return async (path: string, given: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(url + path, { redirect: 'manual', headers: given, method })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

it('serves the files of the folder and nothing outside it', async () => {
  const get = await serve(temporaryFolder({ 'index.html': 'the landing page' }))
  expect(await get('/')).toMatchObject({ status: 200, text: 'the landing page' })
  expect((await get('/%2e%2e%2f%2e%2e%2fetc/passwd')).status).toBe(404)
  expect((await get('/nothing.html')).status).toBe(404)
})

it.each(['POST', 'DELETE', 'OPTIONS'])(
  'answers %s with 405 and the methods it allows',
  async (method) => {
    const get = await serve(temporaryFolder({ 'index.html': 'the landing page' }))
    const { status, headers, text } = await get('/', {}, method)
    expect([status, headers.get('allow'), text]).toEqual([405, 'GET, HEAD', ''])
  },
)

it('distinguishes a page from the folder with its name', async () => {
  const get = await serve(
    temporaryFolder({ 'a/b.html': 'the file', 'a/b/index.html': 'the folder' }),
  )
  expect((await get('/a/b.html')).text).toBe('the file')
  expect((await get('/a/b/?x=1')).text).toBe('the folder')
  const { status, headers } = await get('/a/b')
  expect([status, headers.get('location')]).toEqual([308, '/a/b/'])
})

it('answers with a page of the site for a missing path', async () => {
  const get = await serve(temporaryFolder({ '404.html': 'not here' }))
  const { status, text, headers } = await get('/gone/')
  expect([status, text]).toEqual([404, 'not here'])
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
})

it.each([
  ['page.md', 'text/markdown; charset=utf-8'],
  ['llms.txt', 'text/plain; charset=utf-8'],
])('names the charset of %s', async (name, type) => {
  const get = await serve(temporaryFolder({ [name]: 'ä' }))
  expect((await get(`/${name}`)).headers.get('content-type')).toBe(type)
})

it('sends the smallest copy of a file that the reader takes', async () => {
  const folder = temporaryFolder({ 'page.html': 'text '.repeat(100), 'short.html': '' })
  compressFiles(folder)
  const copies = ['page.html', 'page.html.br', 'page.html.gz', 'short.html']
  expect(readdirSync(folder).toSorted()).toEqual(copies)
  const get = await serve(folder)
  for (const [accepted, want] of [
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity', null],
  ] as const) {
    const { text, headers } = await get('/page.html', { 'accept-encoding': accepted })
    expect(text).toBe('text '.repeat(100))
    const shown = ['content-encoding', 'vary', 'content-type'].map((name) => headers.get(name))
    expect(shown).toEqual([want, 'Accept-Encoding', 'text/html;charset=utf-8'])
  }
})

it('lets a browser keep only files that are named by their content', async () => {
  const get = await serve(temporaryFolder({ '_astro/a.css': '', 'index.html': '' }))
  const ages = ['/_astro/a.css', '/'].map(async (path) => (await get(path)).headers)
  const [style, page] = (await Promise.all(ages)).map((headers) => headers.get('cache-control'))
  expect([style, page]).toEqual(['public, max-age=31536000, immutable', 'no-cache'])
})

it('asks the reader to wait until the site is built, then serves it and each later build', async () => {
  const folder = join(temporaryFolder(), 'dist')
  const get = await serve(folder)
  const early = await get('/guides/')
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2'])
  expect(early.text).toContain('http-equiv="refresh"')
  writeFiles(folder, { 'index.html': 'first' })
  expect(await get('/')).toMatchObject({ status: 200, text: 'first' })
  rmSync(folder, { recursive: true })
  writeFiles(folder, { 'index.html': 'the second build' })
  expect(await get('/')).toMatchObject({ status: 200, text: 'the second build' })
})
