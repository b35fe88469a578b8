import { readFile } from 'node:fs/promises'
import type { Page } from '@partner-platform/harness/browser'
import { describe, expect, it } from 'vitest'
import { exampleBytes, withStatus } from '../open-scene.ts'
import { startScene, visit } from '../use-inbox.ts'

const row = (page: Page, name: string) => page.getByRole('list').getByRole('link', { name })
const bodyOf = (page: Page) => page.getByRole('region', { name: 'Body', exact: true })
const fact = (page: Page, term: string) =>
  page
    .locator('.facts div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .getByRole('definition')

describe('an entry', () => {
  it('D-008 says why it is in quarantine, what to do, and where the comma is missing', async () => {
    const scene = await startScene()
    const page = await visit(scene.inboxUrl)
    await scene.send({ body: exampleBytes('returned-as-printed') })
    await row(page, 'invalid-json').click()
    await page.getByText('The text is not one JSON value.', { exact: true }).waitFor()
    await page.getByText('What to do: Report the stored bytes').waitFor()
    await page.getByText(/The browser says: .*line 22 column 5/).waitFor()
    expect(await fact(page, 'Signature').textContent()).toContain('Verified')
    expect(await bodyOf(page).textContent()).toBe(
      Buffer.from(exampleBytes('returned-as-printed')).toString(),
    )
    expect(await page.getByRole('button', { name: 'Replay to handler' }).count()).toBe(0)
  })

  it('5.6 says that nobody signed it', async () => {
    const scene = await startScene()
    const page = await visit(scene.inboxUrl)
    await scene.send({ body: exampleBytes('returned'), signature: null })
    await row(page, 'missing-signature').click()
    await page.getByText('There is no signature header.', { exact: true }).waitFor()
    expect(await fact(page, 'Signature').textContent()).toContain('anyone may have sent it')
    expect(await page.getByRole('button', { name: 'Accept as event' }).count()).toBe(0)
  })

  it('D-008 in quarantine becomes an event once its cause is gone, and says why it cannot before', async () => {
    const scene = await startScene()
    const page = await visit(scene.inboxUrl, { expects: ['422'] })
    const body = JSON.parse(Buffer.from(exampleBytes('returned')).toString())
    body.timestamp = new Date(scene.clock.nowMs + 600_000).toISOString()
    await scene.send({ body: JSON.stringify(body) })
    await row(page, 'timestamp-in-future').click()
    const accept = page.getByRole('button', { name: 'Accept as event' })
    await accept.click()
    await page.getByRole('status').getByText('stays in quarantine: the cause remains').waitFor()
    scene.clock.nowMs += 600_000
    await accept.click()
    await page.getByRole('status').getByText('Accepted. It is now an event.').waitFor()
    await row(page, 'handled').waitFor()
    await accept.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('entry-title')
  })

  it('D-005 that is old is accepted by a second click, after a warning', async () => {
    const scene = await startScene()
    const page = await visit(scene.inboxUrl, { expects: ['409'] })
    const body = JSON.parse(Buffer.from(exampleBytes('returned')).toString())
    body.timestamp = new Date(scene.clock.nowMs - 31 * 86_400_000).toISOString()
    await scene.send({ body: JSON.stringify(body) })
    await row(page, 'timestamp-too-old').click()
    await page.getByRole('button', { name: 'Accept as event' }).click()
    await page.getByRole('status').getByText('may be a replay by a third party').waitFor()
    await page.getByRole('button', { name: 'Accept despite its age' }).click()
    await page.getByRole('status').getByText('Accepted. It is now an event.').waitFor()
    await row(page, 'handled').waitFor()
  })

  it('shows each issue, its notes and its headers', async () => {
    const scene = await startScene()
    const page = await visit(scene.inboxUrl)
    await scene.send({ body: exampleBytes('visa-without-name') })
    await row(page, 'invalid-payload').click()
    await page.getByRole('rowheader', { name: '/submission/visa/name' }).waitFor()
    await scene.send({
      body: exampleBytes('returned-with-remarks'),
      headers: { 'X-Platform-Event': 'other', 'x-trace': 'abc' },
    })
    await row(page, 'handled').click()
    await page.getByText('event-header-mismatch').waitFor()
    await page.getByText('Only the body counts.').waitFor()
    expect(await page.getByRole('row', { name: 'x-trace abc' }).count()).toBe(1)
    expect(await page.getByRole('rowheader', { name: '/submission/visa/name' }).count()).toBe(0)
  })

  it('shows its body formatted, as it came, and as bytes; and gives it away as it came', async () => {
    const scene = await startScene()
    const page = await visit(scene.inboxUrl, { permissions: ['clipboard-read', 'clipboard-write'] })
    const bytes = Buffer.from(exampleBytes('compact'))
    await scene.send({ body: bytes })
    await row(page, 'handled').click()
    await expect
      .poll(() => bodyOf(page).textContent())
      .toBe(JSON.stringify(JSON.parse(String(bytes)), null, 2))
    await page.getByText('Raw', { exact: true }).click()
    expect(await bodyOf(page).textContent()).toBe(String(bytes))
    await page.getByText('Hex', { exact: true }).click()
    expect(await bodyOf(page).textContent()).toMatch(/^000000 {2}7b 22/)

    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Copy body' }).click()
    await page.getByRole('status').getByText('Body copied.').waitFor()
    expect(await copied()).toBe(String(bytes))
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByRole('status').getByText('Link copied.').waitFor()
    expect(await copied()).toBe(page.url())
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Save bytes' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^[0-9a-f]{64}\.json$/)
    expect(await readFile(await saved.path())).toEqual(bytes)
  })

  it('of bytes that are no text cannot be copied, and says so', async () => {
    const scene = await startScene()
    const page = await visit(scene.inboxUrl)
    await scene.send({ body: exampleBytes('invalid-utf-8') })
    await row(page, 'invalid-utf8').click()
    await page.getByText('These bytes are not UTF-8.').waitFor()
    expect(await bodyOf(page).locator('.odd').allTextContents()).toContain('U+FFFD')
    expect(await page.getByRole('radio', { name: 'Formatted' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Copy body' }).click()
    await page.getByRole('status').getByText('The body is not text.').waitFor()
  })

  it('F15 that failed goes to its handler once more, and is shown as handled then', async () => {
    let isBroken = true
    const scene = await startScene({
      handle: () => {
        if (isBroken) throw new TypeError('No such booking.')
      },
      handling: { retryDelaysMs: [0, 0, 0, 0] },
    })
    const page = await visit(scene.inboxUrl)
    await scene.send({ body: exampleBytes('returned') })
    await row(page, 'failed').click()
    await page.getByText('Fix the handler').waitFor()
    expect(await fact(page, 'Handler').textContent()).toBe('Tried 5 times')
    expect(await fact(page, 'Last error').textContent()).toBe('TypeError')
    isBroken = false
    await page.getByRole('button', { name: 'Replay to handler' }).click()
    await page.getByRole('status').getByText('Queued for its handler.').waitFor()
    await page.getByText('Its handler succeeded.').waitFor()
    await row(page, 'handled').waitFor()
    expect(await fact(page, 'Handler').textContent()).toBe('Tried once')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('replay')
  })

  it('that cannot be replayed any more says why', async () => {
    const scene = await startScene()
    const page = await visit(scene.inboxUrl, { expects: ['409'] })
    await scene.send({ body: exampleBytes('returned') })
    await row(page, 'handled').click()
    await page.route('**/replay', async (route) => {
      const answer = { code: 'not-replayable', message: 'Only an event that was handled' }
      await route.fulfill({ status: 409, json: answer })
    })
    await page.getByRole('button', { name: 'Replay to handler' }).click()
    await page.getByRole('status').getByText('Only an event that was handled').waitFor()
  })

  it('has an address of its own, which opens it, and back and forward lead through', async () => {
    const scene = await startScene()
    const page = await visit(scene.inboxUrl)
    for (const status of ['ONE', 'TWO']) {
      await scene.send({
        body: withStatus(status),
      })
    }
    await row(page, 'ONE').click()
    await expect.poll(() => page.locator('#entry-status').textContent()).toBe('ONE')
    const { href } = new URL(page.url())
    await row(page, 'TWO').click()
    await expect.poll(() => page.locator('#entry-status').textContent()).toBe('TWO')
    await page.goBack()
    await expect.poll(() => page.locator('#entry-status').textContent()).toBe('ONE')
    const other = await visit(href)
    await expect.poll(() => other.locator('#entry-status').textContent()).toBe('ONE')
    await other.getByRole('button', { name: 'Close the entry' }).click()
    await other.getByText('Choose a delivery').waitFor()
    expect(new URL(other.url()).hash).toBe('')
  })

  it('that made room for newer ones says so, also while it is open', async () => {
    const scene = await startScene()
    const expects = ['404']
    const page = await visit(`${scene.inboxUrl}#entry=${'9'.repeat(16)}`, { expects })
    await page.getByRole('heading', { name: 'This entry is gone' }).waitFor()
    await page.goto(`${scene.inboxUrl}#entry=${encodeURIComponent('../../<b>')}`)
    await page.getByRole('heading', { name: 'This entry is gone' }).waitFor()
    await scene.send({ body: 'x' })
    await row(page, 'invalid-json').click()
    await page.getByRole('heading', { name: 'No event name' }).waitFor()
    await scene.database.query('delete from arrivals')
    await scene.send({ body: 'y' })
    await page.getByRole('heading', { name: 'This entry is gone' }).waitFor()
  })
})
