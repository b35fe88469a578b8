import { once } from 'node:events'
import { get } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { securityHeaders } from '../../src/page/create-page-app.ts'
import { returned } from '../deliveries.ts'
import { usePage } from './start-page.ts'

const start = usePage()

/** The event stream of a page, and everything that came on it. */
async function watch(url: string) {
  const request = get(`${url}/api/changes`, { agent: false })
  onTestFinished(() => void request.destroy())
  const [response] = await once(request, 'response')
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  // The test may break the stream itself.
  response.on('error', () => {})
  const ended = new Promise<boolean>((resolve) => {
    response.once('close', () => resolve(response.complete))
  })
  return {
    response,
    ended,
    end: () => request.destroy(),
    until: (part: string | RegExp) => expect.poll(() => text).toMatch(part),
  }
}

it('an open page is notified of an arrival', async () => {
  const { url, add } = await start()
  const { response, until } = await watch(url)
  expect(response.statusCode).toBe(200)
  const headers = { ...securityHeaders, 'content-type': 'text/event-stream' }
  expect(response.headers).toMatchObject(headers)
  await until(/^retry: 1000\n\n$/)
  await add(returned)
  await until('data: change\n\n')
})

it('an idle stream gets heartbeats, and is not cut as a silent connection', async () => {
  const { url } = await start({ heartbeatMs: 30, silenceTimeoutMs: 100 })
  const { until } = await watch(url)
  await until(/\n(?::\n\n){9}/)
})

it('a page is refused beyond the limit, until another one leaves', async () => {
  const { url, json } = await start({ viewers: 2 })
  const [first] = [await watch(url), await watch(url)]
  const refused = { status: 503, body: { code: 'too-many-viewers' } }
  expect(await json('/api/changes')).toMatchObject(refused)
  first.end()
  await expect.poll(async () => (await watch(url)).response.statusCode).toBe(200)
})

it('streams end at a stop, which does not wait for them', async () => {
  const { url, page } = await start()
  const streams = await Promise.all(Array.from({ length: 5 }, () => watch(url)))
  const startedMs = performance.now()
  await page.close()
  expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(Array(5).fill(true))
  expect(performance.now() - startedMs).toBeLessThan(2_000)
})

it('all pages share one watcher of the inbox, which ends with the last page', async () => {
  const { view, url } = await start()
  const { watch: watchInbox } = view
  let watchers = 0
  view.watch = (onChange) => {
    const end = watchInbox(onChange)
    watchers += 1
    return () => {
      watchers -= 1
      end()
    }
  }
  const streams = [await watch(url), await watch(url)]
  expect(watchers).toBe(1)
  for (const { end } of streams) end()
  // Long before the next heartbeat finds that nobody reads.
  await expect.poll(() => watchers, { timeout: 2_000 }).toBe(0)
})
