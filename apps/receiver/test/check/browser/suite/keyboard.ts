import type { Page } from '@partner-platform/harness/browser'
import { expect, it } from 'vitest'
import type { ReceiverOptions } from '../../../../src/index.ts'
import { withStatus } from '../open-scene.ts'
import { button, chip, focusedId, rows, said, start } from '../use-inbox.ts'

/** A page with three events, newest first: C, B, A. */
async function startThree(given?: Partial<ReceiverOptions>) {
  const { scene, page } = await start(given)
  for (const status of ['A', 'B', 'C']) await scene.send({ body: withStatus(status) })
  await expect
    .poll(() =>
      page
        .getByRole('list')
        .getByText(/^(handled|failed)$/)
        .count(),
    )
    .toBe(3)
  return { scene, page, press: (key: string) => page.keyboard.press(key) }
}

/** The status of the focused row. */
const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector('.about')?.textContent ?? '')
const openStatus = (page: Page) => page.locator('#entry-status:visible').allTextContents()

it('keys move through the list, and open, read, replay and close an entry', async () => {
  const { page, press } = await startThree()
  for (const [key, row] of Object.entries({ j: 'C', ArrowDown: 'B', ArrowUp: 'C', k: 'C' })) {
    await press(key)
    expect([key, await focusedRow(page)]).toEqual([key, row])
  }
  expect(await openStatus(page)).toEqual([])
  await press('Enter')
  await expect.poll(() => focusedId(page)).toBe('entry-title')
  expect(await openStatus(page)).toEqual(['C'])
  await press('j')
  await expect.poll(() => openStatus(page)).toEqual(['B'])
  expect(await focusedId(page)).toBe('entry-title')
  await press('r')
  await said(page, 'Queued')
  // An open entry follows the list while the focus stays there.
  await rows(page).nth(1).focus()
  await press('ArrowDown')
  await expect.poll(() => openStatus(page)).toEqual(['A'])
  expect(await focusedRow(page)).toBe('A')
  await press('Escape')
  await expect.poll(() => openStatus(page)).toEqual([])
  await expect.poll(() => focusedRow(page)).toBe('A')
})

it('the focus moves to the next row if its own leaves the list', async () => {
  let isBroken = true
  const handle = () => {
    if (isBroken) throw new Error('Broken.')
  }
  const { scene, page, press } = await startThree({ handle, handling: { retryDelaysMs: [] } })
  await chip(page, 'Failed').click()
  for (const key of ['j', 'j']) await press(key)
  expect(await focusedRow(page)).toBe('B')
  isBroken = false
  const { view } = scene.receiver
  const { entries } = await view.list({ search: '"status":"B"', limit: 1 })
  expect(await view.replay(entries[0]?.id ?? '')).toBe('queued')
  await expect.poll(() => rows(page).count()).toBe(2)
  expect(await focusedRow(page)).toBe('A')
})

it('Tab stops at everything, and once at the list; arrows choose a state; keys search and show the help', async () => {
  const { page, press } = await startThree()
  const stops: (string | undefined)[] = []
  for (let count = 0; count < 6; count += 1) {
    await press('Tab')
    const id = await focusedId(page)
    stops.push(id || (await page.evaluate(() => document.activeElement?.classList[0])))
  }
  expect(stops).toEqual(['skip', 'theme', 'help-open', undefined, 'search', 'row'])
  await page.getByRole('link', { name: 'Skip to the deliveries' }).focus()
  await press('Enter')
  expect(await focusedRow(page)).toBe('C')
  await page.getByRole('radio', { name: /^All/ }).focus()
  await press('ArrowRight')
  expect(await page.getByRole('radio', { name: /^Accepted/ }).isChecked()).toBe(true)
  await page.getByText('No matches').waitFor()
  await press('ArrowRight')
  await expect.poll(() => rows(page).count()).toBe(3)

  await press('/')
  expect(await focusedId(page)).toBe('search')
  await page.keyboard.type('jkr?/')
  expect(await page.getByRole('searchbox').inputValue()).toBe('jkr?/')
  await page.getByText('No matches').waitFor()
  await press('Escape')
  expect(await page.getByRole('searchbox').inputValue()).toBe('')
  await expect.poll(() => rows(page).count()).toBe(3)
  await press('Escape')
  expect(await focusedRow(page)).toBe('C')

  // Shortcuts do nothing while the help is open. It returns the focus, and can turn off single-key shortcuts.
  for (const key of ['j', '?', 'j', 'Escape']) await press(key)
  expect([await page.getByRole('dialog').count(), await focusedRow(page)]).toEqual([0, 'B'])
  await press('?')
  await page.getByRole('checkbox').uncheck()
  await button(page, 'Close').click()
  await page.reload()
  await page.getByText('Live', { exact: true }).waitFor()
  for (const key of ['j', '/', '?']) await press(key)
  expect([await focusedId(page), await page.getByRole('dialog').count()]).toEqual(['', 0])
})
