import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { validExample } from '@partner-platform/fixtures/tables'
import { compile, writeFiles } from '@partner-platform/harness'
import { constants, messages, type SubmissionUpdated } from '@partner-platform/types'
import {
  contentTypeHeader,
  createSecret,
  signatureHeader,
  signPayload,
} from '@partner-platform/webhooks'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { packageFolder } from '../../src/folders.ts'
import { type Snippet, snippets } from '../snippets/read-snippets.ts'
import { startSnippet } from '../snippets/start-snippet.ts'
import { runtimes, within } from './runtimes.ts'

const answers = constants.receiverAnswers
const secret = createSecret()
const example = validExample('SubmissionUpdated/returned').value as SubmissionUpdated
const pages = snippets.filter(({ slug }) => slug.startsWith('frameworks'))
const events = pages.find(({ title }) => title === 'events.ts')?.source ?? ''
const lambda = pages.find(({ title }) => title === 'Lambda') as Snippet
const servers = pages.filter((one) => one.source !== events && one !== lambda)

/** An event that no other test sends, and its headers. */
async function sign(signingSecret = secret) {
  const submission = { ...example.submission, uuid: crypto.randomUUID() }
  const body = JSON.stringify({ ...example, timestamp: new Date().toISOString(), submission })
  const signature = await signPayload({ body, secret: signingSecret })
  const { contentType } = messages.submissionUpdated
  const headers = { [contentTypeHeader]: contentType, [signatureHeader]: signature }
  return { body, headers, line: `${submission.status} ${submission.uuid}` }
}

async function startServer(snippet: Snippet) {
  const runtime = runtimes[snippet.title] ?? runtimes[snippet.slug.replace('frameworks/', '')]
  if (!runtime) throw new Error(`How does ${snippet.title} run? Add it to runtimes.ts.`)
  const isNext = snippet.slug === 'frameworks/next'
  const files = { ...runtime.files, [isNext ? 'app/webhooks/events.ts' : 'events.ts']: events }
  const env = {
    ...{ WEBHOOK_SECRET: secret, PORT: '0' },
    ...{ HOME: within, NEXT_TELEMETRY_DISABLED: '1', DENO_NO_UPDATE_CHECK: '1', CI: '1' },
  }
  const server = startSnippet(snippet, { env, files, within, runs: runtime.runs })
  const isRoute = runtime.runs.file.startsWith('pages/api')
  let port: string | undefined
  while (port === undefined) {
    const line = await server.nextLine()
    ;[, port] = /(?:127\.0\.0\.1:|port\W+)(\d+)/.exec(line) ?? []
  }
  const url = `http://127.0.0.1:${port}${isRoute ? '/api' : ''}/webhooks`
  return {
    ...server,
    post: ({ body, headers }: { body: string; headers: Record<string, string> }) =>
      fetch(url, { method: 'POST', headers, body }),
    /** The next line that `events.ts` prints. */
    async nextEvent() {
      for (;;) {
        const line = await server.nextLine()
        if (/^(quarantined:|[A-Z_]+ [-\da-f]{36}$)/.test(line)) return line
      }
    },
  }
}

it('there is a page for each framework of the list', () => {
  const slugs = new Set(servers.map(({ slug }) => slug.replace('frameworks/', '')))
  const names = ['express', 'fastify', 'hono', 'koa', 'next', 'workers', 'bun', 'deno']
  expect([...slugs]).toEqual(names)
})

describe.each(servers)('the receiver “$title”', (snippet) => {
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    server = await startServer(snippet)
  })
  afterAll(() => server?.stop())

  it('takes an event, and acts on it once', async () => {
    const [first, second] = [await sign(), await sign()]
    for (const delivery of [first, first, second])
      expect((await server.post(delivery)).status).toBe(answers.accepted)
    expect([await server.nextEvent(), await server.nextEvent()]).toEqual([first.line, second.line])
  })

  it('refuses a forged body', async () => {
    const response = await server.post(await sign(createSecret()))
    expect([response.status, await response.json()]).toMatchObject([
      answers.unverified,
      { code: 'signature-mismatch' },
    ])
  })
})

// Cases that the pages say fail, and cases that they say work.
describe.each<[says: string, title: string, from: string, to: string, code?: string]>([
  [
    'a parser that keeps no bytes',
    'Express, behind a body parser',
    'Object.assign(request, { rawBody })',
    '',
    'body-unreadable',
  ],
  [
    'a request whose body middleware has read',
    'Hono, behind middleware that reads the body',
    'receive(new Request(url, { method, headers, body }))',
    'receive(context.req.raw)',
    'body-unreadable',
  ],
  [
    'a parser whose text is not passed on',
    'Koa, behind a body parser',
    'Object.assign(context.req, { rawBody })',
    'context.req',
    'body-unreadable',
  ],
  [
    'json() after arrayBuffer()',
    'Hono, behind middleware that reads the body',
    'await next()',
    'await context.req.json()\n  await next()',
  ],
  [
    'another parser for JSON',
    'Fastify',
    'const app = fastify()',
    "const app = fastify()\napp.addContentTypeParser('application/json', (_request, _body, done) => done(null, {}))",
  ],
])('%s in “%s”', (_, title, from, to, code) => {
  it(code === undefined ? 'does no harm' : `is answered 503 with ${code}`, async () => {
    const snippet = pages.find((one) => one.title === title) as Snippet
    expect(snippet.source.split(from)).toHaveLength(2)
    const server = await startServer({ ...snippet, source: snippet.source.replace(from, to) })
    onTestFinished(server.stop)
    const response = await server.post(await sign())
    const body = await response.json()
    expect([response.status, body.code]).toEqual(
      code === undefined ? [answers.accepted, body.code] : [answers.storageFailed, code],
    )
  })
})

it('Express, behind a body parser, refuses broken JSON with 400', async () => {
  const snippet = pages.find(({ title }) => title === 'Express, behind a body parser') as Snippet
  const server = await startServer(snippet)
  onTestFinished(server.stop)
  const { headers } = await sign()
  expect((await server.post({ headers, body: '{' })).status).toBe(400)
})

it('the function for Lambda takes text and base64, and refuses a forged body', async () => {
  const folder = saveModule({ 'index.ts': lambda.source, 'events.ts': events })
  process.env.WEBHOOK_SECRET = secret
  const { handler } = await import(pathToFileURL(join(folder, 'index.ts')).href)
  const call = ({ body, headers }: Awaited<ReturnType<typeof sign>>, isBase64Encoded: boolean) =>
    handler({
      body: isBase64Encoded ? Buffer.from(body).toString('base64') : body,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      isBase64Encoded,
      requestContext: { http: { method: 'POST' } },
    })
  for (const isBase64 of [false, true])
    expect(await call(await sign(), isBase64)).toMatchObject({ statusCode: answers.accepted })
  expect(await call(await sign(createSecret()), false)).toMatchObject({
    statusCode: answers.unverified,
  })
})

it('every program has correct types', async () => {
  const own = pages.filter(({ source }) => source !== events)
  const files = own.map(({ source }, index) => [
    `${index + 1}.ts`,
    source.replace(/'[^']*\/events'/, "'./events.ts'"),
  ])
  const config = {
    extends: join(packageFolder, 'tsconfig.json'),
    compilerOptions: { moduleDetection: 'force', types: ['node', 'bun'] },
    include: ['*.ts'],
  }
  const folder = saveModule({
    ...Object.fromEntries(files),
    'events.ts': events,
    'deno.d.ts': deno,
    'tsconfig.json': JSON.stringify(config),
  })
  expect(await compile(folder)).toBe('')
})

/** What the page uses of a global that only Deno has. */
const deno = `declare const Deno: {
  env: { get(name: string): string | undefined }
  serve(
    options: { port: number; hostname: string; onListen(address: unknown): void },
    handler: (request: Request) => Response | Promise<Response>,
  ): unknown
}`

/** Files in a folder that finds the frameworks, until the test ends. */
function saveModule(files: Record<string, string>): string {
  mkdirSync(within, { recursive: true })
  const folder = mkdtempSync(join(within, 'module-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFiles(folder, files)
  return folder
}
