import type { Page } from '@partner-platform/harness/browser'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { InboxView } from '../../../../src/index.ts'
import { createInboxPage } from '../../../../src/page/create-inbox-page.ts'
import { exampleBytes, withStatus } from '../open-scene.ts'
import { startScene, visit } from '../use-inbox.ts'

/** A page server of its own, which can be stopped and started again at the same place. */
async function startServer(view: InboxView, { port = 0, viewers = 9 } = {}) {
  const server = createInboxPage(view, {
    environment: 'development',
    limits: { viewers, closeGraceMs: 100 },
  })
  const url = await server.listen({ host: '127.0.0.1', port })
  onTestFinished(() => server.close())
  return { url, port: Number(new URL(url).port), close: () => server.close() }
}

/** Hides a page, as another tab in front of it does, or shows it again. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

describe('what arrives', () => {
  it('appears without a reload, is counted, and is told to those who do not see it', async () => {
    const scene = await startScene()
    const page = await visit(scene.inboxUrl)
    await page.getByText('Nothing has arrived yet').waitFor()
    await page.evaluate(() => Object.assign(window, { isTheSame: true }))
    await scene.send({ body: withStatus('ONE') })
    await page.getByRole('link', { name: 'ONE' }).waitFor()
    await page.locator('#announcer').getByText('1 new: 1').waitFor({ state: 'attached' })
    expect(await page.getByText('Nothing has arrived yet').isVisible()).toBe(false)
    await scene.send({ body: exampleBytes('returned-as-printed') })
    await page.getByRole('link', { name: 'invalid-json' }).waitFor()
    await page.getByText('1 new: 1 quarantined.').waitFor({ state: 'attached' })
    await expect.poll(() => page.getByRole('radio', { name: 'All 2' }).count()).toBe(1)
    expect(await page.getByRole('radio', { name: 'Quarantined 1' }).count()).toBe(1)
    expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true)
  })

  it('moves neither the focus nor the open entry', async () => {
    const scene = await startScene()
    const page = await visit(scene.inboxUrl)
    await scene.send({ body: withStatus('ONE') })
    await page.getByRole('link', { name: 'handled ONE' }).click()
    await page.getByRole('button', { name: 'Copy link' }).focus()
    for (const status of ['TWO', 'THREE']) await scene.send({ body: withStatus(status) })
    await page.getByRole('link', { name: 'THREE' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('copy-link')
    expect(await page.locator('#entry-status').textContent()).toBe('ONE')
  })

  it('while the receiver was away is there once it is back', async () => {
    const scene = await startScene()
    const first = await startServer(scene.receiver.view)
    const page = await visit(first.url, { expects: ['net::ERR'] })
    await first.close()
    await page.getByText('Reconnecting…').waitFor()
    await scene.send({ body: withStatus('MEANWHILE') })
    await startServer(scene.receiver.view, { port: first.port })
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'MEANWHILE' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('is not told to a page that nobody sees, which leaves its place to another and catches up', async () => {
    const scene = await startScene()
    const { url } = await startServer(scene.receiver.view, { viewers: 1 })
    // Whoever comes before the place is free is refused, and asks again.
    const expects = ['status of 503']
    const first = await visit(url, { expects })
    await setHidden(first, true)
    const second = await visit(url, { expects })
    await scene.send({ body: withStatus('UNSEEN') })
    await second.getByRole('link', { name: 'UNSEEN' }).waitFor()
    expect(await first.getByRole('link', { name: 'UNSEEN' }).count()).toBe(0)
    await setHidden(second, true)
    await setHidden(first, false)
    await first.getByRole('link', { name: 'UNSEEN' }).waitFor()
  })

  it('is asked for again where the store was away, and so is the open entry', async () => {
    const scene = await startScene()
    await scene.send({ body: withStatus('THERE') })
    let isAway = true
    const { view } = scene.receiver
    const [entry] = (await view.list({ limit: 1 })).entries
    const failAway = () => {
      if (isAway) throw Object.assign(new Error('away'), { code: '57P01' })
    }
    const { url } = await startServer({
      ...view,
      async list(options) {
        failAway()
        return view.list(options)
      },
      async read(id) {
        failAway()
        return view.read(id)
      },
    })
    const page = await visit(`${url}#entry=${entry?.id}`, { expects: ['status of 50'] })
    await page.getByRole('alert').getByText('unavailable').waitFor()
    await page.getByRole('heading', { name: 'This entry cannot be shown' }).waitFor()
    isAway = false
    await page.getByRole('link', { name: 'THERE' }).waitFor()
    await page.getByRole('heading', { name: 'submission.updated' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
