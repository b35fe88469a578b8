import { readFile } from 'node:fs/promises'
import type { Page } from '@partner-platform/harness/browser'
import { expect, it } from 'vitest'
import { changed, exampleBytes, withStatus } from '../open-scene.ts'
import { bodyOf, button, fact, focusedId, row, said, start, visit } from '../use-inbox.ts'

it('D-005 D-008 5.6 an entry says why it is in quarantine, what to do, who signed it, and what is wrong', async () => {
  const { scene, page } = await start({}, { expects: ['409'] })
  await scene.send({ body: exampleBytes('returned-as-printed') })
  await row(page, 'invalid-json').click()
  await page.getByText('The text is not a single JSON value.', { exact: true }).waitFor()
  await page.getByText('What to do: Report the stored bytes').waitFor()
  await page.getByText(/The browser says: .*line 22 column 5/).waitFor()
  expect(await fact(page, 'Signature')).toContain('Verified')
  const text = Buffer.from(exampleBytes('returned-as-printed')).toString()
  expect(await bodyOf(page).textContent()).toBe(text)
  expect(await button(page, 'Replay to handler').count()).toBe(0)
  await scene.send({ body: exampleBytes('returned'), signature: null })
  await row(page, 'missing-signature').click()
  await page.getByText('There is no signature header.', { exact: true }).waitFor()
  expect(await fact(page, 'Signature')).toContain('anyone may have sent it')
  expect(await button(page, 'Accept as event').count()).toBe(0)

  await scene.send({ body: exampleBytes('visa-without-name') })
  await row(page, 'invalid-payload').click()
  await page.getByRole('rowheader', { name: '/submission/visa/name' }).waitFor()
  const departing = changed('returned', ({ submission }) => {
    submission.status = 'DEPARTS'
    submission.remarks = 7
  })
  await scene.send({ body: departing, event: 'other', headers: [['x-trace', 'abc']] })
  await row(page, 'DEPARTS').click()
  const table = page.getByRole('table', { name: 'What the sender should not have sent' })
  const words = '/submission/remarks expected a string, received an integer'
  await table.getByRole('row', { name: words }).waitFor()
  await page.getByText('tolerated', { exact: true }).waitFor()
  await page.getByText('event-header-mismatch').waitFor()
  await page.getByText('Only the body counts.').waitFor()
  expect(await page.getByRole('row', { name: 'x-trace abc' }).count()).toBe(1)
  expect(await page.getByRole('rowheader', { name: '/submission/visa/name' }).count()).toBe(0)

  // An old delivery is accepted after a warning.
  const old = changed('returned', (event) => {
    event.timestamp = new Date(scene.clock.nowMs - 31 * 86_400_000).toISOString()
  })
  await scene.send({ body: old })
  await row(page, 'timestamp-too-old').click()
  await button(page, 'Accept as event').click()
  await said(page, 'may be a replay by a third party')
  await button(page, 'Accept despite its age').click()
  await said(page, 'Accepted. It is now an event.')
  await row(page, 'superseded RETURNED').waitFor()
  await button(page, 'Accept as event').waitFor({ state: 'hidden' })
  expect(await focusedId(page)).toBe('entry-title')
})

it('a body is shown formatted, as received and as bytes, and can be copied and saved', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const { scene, page } = await start({}, { permissions })
  const bytes = Buffer.from(exampleBytes('compact'))
  await scene.send({ body: bytes })
  await row(page, 'handled').click()
  const formatted = JSON.stringify(JSON.parse(String(bytes)), null, 2)
  await expect.poll(() => bodyOf(page).textContent()).toBe(formatted)
  await page.getByText('Raw', { exact: true }).click()
  expect(await bodyOf(page).textContent()).toBe(String(bytes))
  await page.getByText('Hex', { exact: true }).click()
  expect(await bodyOf(page).textContent()).toMatch(/^000000 {2}7b 22/)

  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await button(page, 'Copy body').click()
  await said(page, 'Body copied.')
  expect(await copied()).toBe(String(bytes))
  await button(page, 'Copy link').click()
  await said(page, 'Link copied.')
  expect(await copied()).toBe(page.url())
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save bytes' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^[0-9a-f]{64}\.json$/)
  expect(await readFile(await saved.path())).toEqual(bytes)

  await scene.send({ body: exampleBytes('invalid-utf-8') })
  await row(page, 'invalid-utf8').click()
  await page.getByText('These bytes are not UTF-8.').waitFor()
  expect(await bodyOf(page).locator('.odd').allTextContents()).toContain('U+FFFD')
  expect(await page.getByRole('radio', { name: 'Formatted' }).isDisabled()).toBe(true)
  await button(page, 'Copy body').click()
  await said(page, 'The body is not text.')
})

it('F15 a failed event is replayed to its handler, or the page says why not', async () => {
  let isBroken = true
  const handle = () => {
    if (isBroken) throw new TypeError('No such booking.')
  }
  const handling = { retryDelaysMs: [0, 0, 0, 0] }
  const { scene, page } = await start({ handle, handling }, { expects: ['409'] })
  await scene.send({ body: exampleBytes('returned') })
  await row(page, 'failed').click()
  await page.getByText('Fix the handler').waitFor()
  expect(await fact(page, 'Handler')).toBe('Tried 5 times')
  expect(await fact(page, 'Last error')).toBe('TypeError')
  isBroken = false
  await button(page, 'Replay to handler').click()
  await said(page, 'Queued for its handler.')
  await page.getByText('Its handler succeeded.').waitFor()
  await row(page, 'handled').waitFor()
  expect(await fact(page, 'Handler')).toBe('Tried once')
  expect(await focusedId(page)).toBe('replay')

  const json = { code: 'not-replayable', message: 'Only an event that was handled' }
  await page.route('**/replay', (route) => route.fulfill({ status: 409, json }))
  await button(page, 'Replay to handler').click()
  await said(page, 'Only an event that was handled')
})

it('an entry has an address, for links and for the back button, and says so once it is gone', async () => {
  const { scene, page } = await start({}, { expects: ['404'] })
  const status = (of = page) => expect.poll(() => of.locator('#entry-status').textContent())
  for (const one of ['ONE', 'TWO']) await scene.send({ body: withStatus(one) })
  await row(page, 'ONE').click()
  await status().toBe('ONE')
  const href = page.url()
  await row(page, 'TWO').click()
  await status().toBe('TWO')
  await page.goBack()
  await status().toBe('ONE')
  const other = await visit(href, { expects: ['404'] })
  await status(other).toBe('ONE')
  await button(other, 'Close the delivery').click()
  await other.getByText('Choose a delivery').waitFor()
  expect(new URL(other.url()).hash).toBe('')

  const gone = (of: Page) => of.getByRole('heading', { name: 'This delivery is gone' })
  await scene.database.query('delete from arrivals')
  await scene.send({ body: 'x' })
  await gone(page).waitFor()
  await other.goto(`${scene.inboxUrl}#entry=${encodeURIComponent('../../<b>')}`)
  await gone(other).waitFor()
})
