import type { Page } from '@partner-platform/harness/browser'
import { expect, it, onTestFinished } from 'vitest'
import type { InboxView } from '../../../../src/index.ts'
import { createInboxPage } from '../../../../src/page/create-inbox-page.ts'
import { exampleBytes, withStatus } from '../open-scene.ts'
import {
  button,
  chip,
  focusedId,
  radio,
  row,
  rows,
  said,
  start,
  startScene,
  visit,
} from '../use-inbox.ts'

it('F23 a search finds text together with a state, and the list says how full the quarantine is', async () => {
  const { scene, page } = await start({ bounds: { verifiedRows: 2 } })
  for (const status of ['Zoë', 'Zorro', 'Other']) await scene.send({ body: withStatus(status) })
  await scene.send({ body: `${exampleBytes('missing-comma')}Zorro` })
  await expect.poll(() => rows(page).count()).toBe(4)
  const search = page.getByRole('searchbox')
  const expectFound = async (count: number) => {
    await expect.poll(() => rows(page).count()).toBe(count)
    const found = `Shown: ${count || 'none'}.`
    await expect.poll(() => page.locator('#announcer').textContent()).toBe(found)
  }
  await search.fill('zo')
  await expectFound(3)
  expect(await page.locator('#filling').isHidden()).toBe(true)
  await chip(page, 'Quarantined').click()
  await expectFound(1)
  await page.getByText(/verified 1 of 2 bodies .+, unverified 0 of 1,000 bodies /).waitFor()
  await search.fill('nowhere')
  await expectFound(0)
  await button(page, 'Show all').click()
  await expectFound(4)
  expect(await search.inputValue()).toBe('')
  await scene.send({ body: exampleBytes('invalid-utf-8') })
  await page.getByText('At the limit, new verified deliveries are refused.').waitFor()
})

it('an empty inbox gives the URL to register, and a command that sends an event there', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const { scene, page } = await start({}, { permissions })
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  const url = `${scene.url}/webhooks`
  await page.getByText(url, { exact: true }).waitFor()
  await button(page, 'Copy URL').click()
  await said(page, 'URL copied.')
  expect(await copied()).toBe(url)
  await button(page, 'Copy command').click()
  await said(page, 'Command copied.')
  const command = `npx partner-platform send ${url} --secret-file secret.txt --status RETURNED`
  expect(await copied()).toBe(command)
})

it('D-007 the names that a delivery without a valid signature claims are marked as unverified', async () => {
  const { scene, page } = await start()
  await scene.send({ body: exampleBytes('returned') })
  await scene.send({ body: exampleBytes('visa-granted'), signature: null })
  await row(page, 'missing-signature').getByText('unverified submission.updated').waitFor()
  expect(await row(page, 'RETURNED').textContent()).not.toContain('unverified')
  await row(page, 'missing-signature').click()
  const mark = page.locator('.entry-head').getByText('unverified', { exact: true })
  await mark.waitFor()
  await row(page, 'RETURNED').click()
  await mark.waitFor({ state: 'hidden' })
})

it('older entries load on demand, and stay while new ones arrive', async () => {
  const scene = await startScene()
  const send = (count: number, first: number) =>
    Promise.all(
      Array.from({ length: count }, (_, at) => scene.send({ body: withStatus(`S${first + at}`) })),
    )
  await send(60, 0)
  const page = await visit(scene.inboxUrl)
  const older = button(page, 'Load older')
  await older.waitFor()
  await send(5, 60)
  await expect.poll(() => rows(page).count()).toBe(55)
  await older.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page).count()).toBe(65)
  expect(await older.isVisible()).toBe(false)
  // A keyboard user continues at the first entry that was loaded.
  const isFocused = (link: Element) => link === document.activeElement
  expect(await rows(page).nth(55).evaluate(isFocused)).toBe(true)
  const ids = await rows(page).evaluateAll((links) => links.map((one) => one.getAttribute('href')))
  expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
})

it('arrivals appear without a reload, are announced, and move neither focus nor entry', async () => {
  const { scene, page } = await start()
  await page.getByText('Nothing has arrived yet').waitFor()
  await scene.send({ body: withStatus('ONE') })
  await row(page, 'handled ONE').click()
  await page.locator('#announcer').getByText('1 new: 1').waitFor({ state: 'attached' })
  await button(page, 'Copy link').focus()
  await scene.send({ body: exampleBytes('returned-as-printed') })
  await row(page, 'invalid-json').waitFor()
  await page.getByText('1 new: 1 quarantined.').waitFor({ state: 'attached' })
  await radio(page, 'All 2').waitFor({ state: 'attached' })
  expect(await focusedId(page)).toBe('copy-link')
  expect(await page.locator('#entry-status').textContent()).toBe('ONE')
})

/** A page server that can stop and start again at the same port, with room for one page. */
async function startServer(view: InboxView, port = 0) {
  const limits = { viewers: 1, closeGraceMs: 100 }
  const callbackUrl = 'http://127.0.0.1:4020/webhooks'
  const server = createInboxPage(view, { environment: 'development', callbackUrl, limits })
  const url = await server.listen({ host: '127.0.0.1', port })
  onTestFinished(() => server.close())
  return { url, port: Number(new URL(url).port), close: () => server.close() }
}

/** Hides a page like a tab in front of it, or shows it again. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

it('a hidden page gives its place to another; both catch up, even after the page server was away', async () => {
  const { receiver, send } = await startScene()
  const { url, port, close } = await startServer(receiver.view)
  // The server refuses a page until it has room, and the page tries again.
  const expects = ['status of 503', 'net::ERR']
  const first = await visit(url, { expects })
  await setHidden(first, true)
  const second = await visit(url, { expects })
  await send({ body: withStatus('UNSEEN') })
  await row(second, 'UNSEEN').waitFor()
  expect(await row(first, 'UNSEEN').count()).toBe(0)
  await close()
  await second.getByText('Reconnecting…').waitFor()
  await send({ body: withStatus('MEANWHILE') })
  await startServer(receiver.view, port)
  await second.getByText('Live', { exact: true }).waitFor()
  await row(second, 'MEANWHILE').waitFor()
  expect(await second.getByRole('alert').count()).toBe(0)
  await setHidden(second, true)
  await setHidden(first, false)
  await row(first, 'MEANWHILE').waitFor()
})

it('the list and the open entry load once the store is back', async () => {
  const { receiver, send } = await startScene()
  await send({ body: withStatus('THERE') })
  const { view } = receiver
  const [entry] = (await view.list({ limit: 1 })).entries
  let isAway = true
  const failAway = async () => {
    if (isAway) throw Object.assign(new Error('away'), { code: '57P01' })
  }
  const { url } = await startServer({
    ...view,
    list: (options) => failAway().then(() => view.list(options)),
    read: (id) => failAway().then(() => view.read(id)),
  })
  const page = await visit(`${url}#entry=${entry?.id}`, { expects: ['status of 50'] })
  await page.getByRole('alert').getByText('unavailable').waitFor()
  await page.getByRole('heading', { name: 'This delivery cannot be shown' }).waitFor()
  isAway = false
  await row(page, 'THERE').waitFor()
  await page.getByRole('heading', { name: 'submission.updated' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})
