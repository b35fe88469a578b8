import { once } from 'node:events'
import { get } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { securityHeaders } from '../../src/page/create-page-app.ts'
import { useStore } from '../use-store.ts'
import { startPage } from './start-page.ts'

const store = useStore('embedded')
const start = async (limits = {}) => startPage(await store.empty(), { limits })

/** A line of changes as a browser has it, and all that came on it. */
async function watch(url: string) {
  const request = get(`${url}/api/changes`, { agent: false })
  onTestFinished(() => void request.destroy())
  const [response] = await once(request, 'response')
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  // A line that this end breaks is no error here.
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

describe('a page that is open', () => {
  it('is told of an arrival', async () => {
    const { url, add } = await start()
    const { response, until } = await watch(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      ...securityHeaders,
      'content-type': 'text/event-stream',
    })
    await until(/^retry: 1000\n\n$/)
    await add()
    await until('data: change\n\n')
  })

  it('hears that its line stands while nothing happens', async () => {
    const { url } = await start({ heartbeatMs: 20 })
    const { until } = await watch(url)
    await until(/\n:\n\n:\n\n/)
  })

  it('is not cut off as a silent one', async () => {
    const { url } = await start({ heartbeatMs: 50, silenceTimeoutMs: 150 })
    const { until } = await watch(url)
    await until(/(?::\n\n){9}/)
  })

  it('is refused beyond the bound, and let in once another one went', async () => {
    const { url, json } = await start({ viewers: 2 })
    const [first] = [await watch(url), await watch(url)]
    const asked = () => json('/api/changes')
    expect(await asked()).toMatchObject({ status: 503, body: { code: 'too-many-viewers' } })
    first.end()
    await expect.poll(async () => (await watch(url)).response.statusCode).toBe(200)
  })

  it('is let go when the page stops, which does not wait for it', async () => {
    const { url, page } = await start()
    const lines = await Promise.all(Array.from({ length: 5 }, () => watch(url)))
    const startedMs = performance.now()
    await page.close()
    expect(await Promise.all(lines.map(({ ended }) => ended))).toEqual(lines.map(() => true))
    expect(performance.now() - startedMs).toBeLessThan(2_000)
  })

  it('costs the inbox one watcher together with all others, and none once they went', async () => {
    const { inbox, url } = await start()
    const { watch: watchInbox } = inbox.view
    let watchers = 0
    inbox.view.watch = (onChange) => {
      const end = watchInbox(onChange)
      watchers += 1
      return () => {
        watchers -= 1
        end()
      }
    }
    const lines = [await watch(url), await watch(url)]
    expect(watchers).toBe(1)
    for (const { end } of lines) end()
    // Long before the next heartbeat finds a line without a reader.
    await expect.poll(() => watchers, { timeout: 2_000 }).toBe(0)
  })
})
