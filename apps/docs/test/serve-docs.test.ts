import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serveDocs } from '../src/serve-docs.ts'

async function serve(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const server = await serveDocs({ folder, port: 0 })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true })
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async (path: string) => {
    const response = await fetch(base + path, { redirect: 'manual' })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

it('serves the files of the folder and nothing outside it', async () => {
  const get = await serve({ 'index.html': 'the landing page' })
  expect(await get('/')).toMatchObject({ status: 200, text: 'the landing page' })
  expect((await get('/%2e%2e%2f%2e%2e%2fetc/passwd')).status).toBe(404)
  expect((await get('/nothing.html')).status).toBe(404)
})

it('tells a page from the folder that has its name', async () => {
  const get = await serve({ 'a/b.html': 'the file', 'a/b/index.html': 'the folder' })
  expect((await get('/a/b.html')).text).toBe('the file')
  expect((await get('/a/b/?x=1')).text).toBe('the folder')
  const { status, headers } = await get('/a/b')
  expect([status, headers.get('location')]).toEqual([308, '/a/b/'])
})

it('answers with the page of the site for what is not there', async () => {
  const get = await serve({ '404.html': 'not here' })
  const { status, text, headers } = await get('/gone/')
  expect([status, text]).toEqual([404, 'not here'])
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
})

it.each([
  ['page.md', 'text/markdown; charset=utf-8'],
  ['llms.txt', 'text/plain; charset=utf-8'],
])('names the charset of %s', async (name, type) => {
  const get = await serve({ [name]: 'ä' })
  expect((await get(`/${name}`)).headers.get('content-type')).toBe(type)
})
