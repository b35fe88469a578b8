import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePort, startPostgres } from '@partner-platform/database/testing'
import { writeFiles } from '@partner-platform/harness'
import { openBrowser } from '@partner-platform/harness/browser'
import { runProcess, until } from '@partner-platform/settings/testing'
import sirv from 'sirv'
import { beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { parse } from 'yaml'
import { closeAfterAll } from '../open-window.ts'
import { bundleBackstage } from './bundle-backstage.ts'
import {
  copyContract,
  hostFolder,
  makeProject,
  openHost,
  published,
  snippet,
} from './embed-project.ts'

type Definitions = Record<string, string>

type Named = Readonly<Record<string, unknown>>

/** What is drawn of a document. */
type Document = { info: { title: string } } & {
  [part in 'paths' | 'webhooks' | 'operations']?: Named
} & { components?: { messages?: Named } }

const keysOf = (named: Named = {}) => Object.keys(named)

const source = hostFolder('backstage')
const atEnd = closeAfterAll()

/** Files on loopback; what is none of them is a page of Backstage. */
async function serveFiles(folder: string) {
  const server = createServer(sirv(folder, { dev: true, single: true }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The page that the backend of Backstage would serve, with what both must know. */
function toIndex(config: object): string {
  const data = JSON.stringify([{ context: 'test', data: config }])
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Backstage</title>
<link rel="icon" href="data:,">
<script type="backstage.io/config">${data}</script>
<script type="module" src="/app.js"></script>
</head>
<body><div id="root"></div></body>
</html>`
}

async function startBackend(env: Record<string, string>) {
  const postgres = await startPostgres()
  atEnd(() => postgres.remove())
  const backend = runProcess({
    file: join(source, 'backend.js'),
    args: ['--config', join(source, 'app-config.yaml')],
    env: { ...env, NODE_ENV: 'development', DATABASE_URL: await postgres.createDatabase() },
  })
  atEnd(async () => {
    backend.signal('SIGTERM')
    await backend.ended
  })
  return backend
}

const folder = makeProject(source)
atEnd(() => rmSync(folder, { recursive: true }))
const siteHost = await serveFiles(folder)
const siteUrl = `http://${siteHost}`
const port = await freePort()
const backendUrl = `http://127.0.0.1:${port}`
let backend: Awaited<ReturnType<typeof startBackend>>
let browser: Awaited<ReturnType<typeof openBrowser>>

/** Backstage calls its own backend, and warns of its own icons. */
const isOfBackstage = (problem: string) =>
  problem.startsWith(`request to ${backendUrl}/`) || /registered as IconComponent/.test(problem)

/** What the catalog has for each document that the guide registers. */
async function findDefinitions(): Promise<Definitions> {
  const response = await fetch(`${backendUrl}/api/catalog/entities?filter=kind=api`).catch(
    () => null,
  )
  if (!response?.ok) return {}
  const entities = (await response.json()) as { spec: { type: string; definition: string } }[]
  return Object.fromEntries(entities.map(({ spec }) => [spec.type, spec.definition]))
}

beforeAll(async () => {
  await copyContract(folder, 'contract')
  // Nobody signs in.
  const app = { title: 'Backstage', baseUrl: siteUrl, extensions: [{ 'sign-in-page:app': false }] }
  writeFiles(folder, {
    'catalog-info.yaml': snippet('catalog-info.yaml'),
    'index.html': toIndex({ app, backend: { baseUrl: backendUrl } }),
  })
  const known = { BACKEND_PORT: `${port}`, BACKEND_URL: backendUrl, SITE_HOST: siteHost }
  browser = await openBrowser()
  atEnd(() => browser.close())
  backend = await startBackend({ ...known, SITE_URL: siteUrl })
  await bundleBackstage(folder)
})

describe('Backstage', () => {
  it('has both documents in its catalog, as they are published', async () => {
    onTestFailed(() => console.error(backend.output))
    const has = async () => Object.keys(await findDefinitions()).length === 2
    await until(has, { what: 'the catalog', timeoutMs: 60_000, everyMs: 50 })
    expect(await findDefinitions()).toEqual({
      openapi: published('openapi.yaml'),
      asyncapi: published('asyncapi.yaml'),
    })
  })

  it.each([
    [
      ...(['partner-platform-api', 'openapi.yaml'] as const),
      ({ info, paths, webhooks }: Document) => [
        ['.swagger-ui .info .title', info.title],
        ...keysOf(paths).map((path) => ['.opblock-get .opblock-summary-path', path]),
        ...keysOf(webhooks).map((name) => ['.opblock-post .opblock-summary-path', name]),
      ],
    ],
    [
      ...(['partner-platform-webhooks', 'asyncapi.yaml'] as const),
      ({ info, operations, components }: Document) => [
        ['.aui-root #introduction', info.title],
        ...keysOf(operations).map((name) => ['.aui-root #operations', name]),
        ...keysOf(components?.messages).map((name) => ['.aui-root #messages', name]),
      ],
    ],
  ] as const)('draws %s', async (name, file, toPlaces) => {
    const places = toPlaces(parse(published(file)))
    expect(places).toHaveLength(3)
    const path = `/catalog/default/api/${name}/definition`
    const { page, problemsOf } = await openHost(browser, { url: siteUrl, path })
    for (const [place = '', hasText = ''] of places) {
      await page.locator(place, { hasText }).first().waitFor()
    }
    expect(problemsOf().filter((problem) => !isOfBackstage(problem))).toEqual([])
  })
})
