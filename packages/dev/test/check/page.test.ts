import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createIo, runCli } from '@partner-platform/cli'
import { listen, temporaryFolder } from '@partner-platform/harness'
import { type Browser, openBrowser } from '@partner-platform/harness/browser'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { root } from '../../src/workspaces.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
  return () => browser.close()
})

it.each(['openapi.html', 'asyncapi.html'])(
  'a page made from %s shows the new name, colour and logo, and needs no network',
  async (name) => {
    const overlay = ['--overlay', join(root, 'specs/overlays/branding.yaml')]
    const { page, problems } = await openOwn(join(root, 'specs/dist', name), overlay)
    await page.getByRole('heading', { name: 'Example Travel Platform' }).waitFor()
    expect(await page.title()).toBe('Example Travel Platform')
    await page.getByAltText('Example Travel').first().waitFor()
    const color = await page.evaluate(
      "getComputedStyle(document.querySelector('a[href^=mailto]')).color",
    )
    expect(color).toBe('rgb(10, 125, 92)')
    expect(problems).toEqual([])
  },
)

const stamp = '{ type: object, properties: { colour: { type: string } } }'
it.each([
  [
    'OpenAPI',
    `openapi: 3.0.3
info: { title: Stamps, version: "2" }
paths: { /stamps: { get: { summary: List stamps, responses: { 200: { description: All,
  content: { application/json: { schema: ${stamp} } } } } } } }
`,
  ],
  [
    'AsyncAPI',
    `asyncapi: 3.0.0
info: { title: Stamps, version: "2" }
channels: { stamps: { address: stamps, messages: { stamped: { title: List stamps, payload: ${stamp} } } } }
operations: { send: { action: send, title: List stamps, channel: { $ref: "#/channels/stamps" } } }
`,
  ],
])('a page made from a document shows it, and needs no network: %s', async (_, text) => {
  const { page, problems } = await openOwn(join(temporaryFolder({ 'own.yaml': text }), 'own.yaml'))
  await page.getByRole('heading', { name: 'List stamps' }).first().waitFor()
  expect(await page.title()).toBe('Stamps')
  await page.getByText('colour').first().waitFor()
  await page.getByAltText('Stamps').first().waitFor()
  expect(await page.getByText('Partner Platform').count()).toBe(0)
  expect(problems).toEqual([])
})

/** Runs the command with a colour and a logo, and opens what it wrote. */
async function openOwn(input: string, options: string[] = []) {
  const folder = temporaryFolder({
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  })
  const own = join(folder, 'own.html')
  const args = [
    ...['page', input, own, ...options],
    ...['--color', '#0a7d5c', '--logo', join(folder, 'logo.svg'), '--json'],
  ]
  let printed = ''
  const write = (text: string) => {
    printed += text
  }
  const stream = { isTTY: false, write }
  expect(
    await runCli(args, createIo({ ...process, stdout: stream, stderr: stream })),
    printed,
  ).toBe(0)
  const bytes = readFileSync(own)
  const digest = createHash('sha384').update(bytes).digest('base64')
  expect(JSON.parse(printed).integrity).toBe(`sha384-${digest}`)

  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(bytes)
  })
  const url = `http://127.0.0.1:${await listen(server)}/`
  const page = await browser.newPage({ colorScheme: 'light' })
  onTestFinished(() => page.close())
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url))
      problems.push(request.url())
  })
  await page.goto(url)
  return { page, problems }
}
