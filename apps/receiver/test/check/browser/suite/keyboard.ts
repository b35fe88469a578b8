import type { Page } from '@partner-platform/harness/browser'
import { describe, expect, it } from 'vitest'
import { withStatus } from '../open-scene.ts'
import { startScene, visit } from '../use-inbox.ts'

/** A page with three handled events, newest first: C, B, A. */
async function start() {
  const scene = await startScene()
  const page = await visit(scene.inboxUrl)
  for (const status of ['A', 'B', 'C']) {
    await scene.send({ body: withStatus(status) })
  }
  await expect.poll(() => page.getByRole('list').getByText('handled').count()).toBe(3)
  return { page, scene }
}

/** The status of the row that has the focus. */
const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector('.status')?.textContent ?? '')
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)
const openStatus = (page: Page) => page.locator('#entry-status:visible').allTextContents()

describe('without a mouse', () => {
  it('the list is walked, an entry opened, read, replayed and closed', async () => {
    const { page } = await start()
    const { keyboard } = page
    for (const [key, row] of [
      ['j', 'C'],
      ['j', 'B'],
      ['ArrowDown', 'A'],
      ['j', 'A'],
      ['k', 'B'],
      ['ArrowUp', 'C'],
    ] as const) {
      await keyboard.press(key)
      expect([key, await focusedRow(page)]).toEqual([key, row])
    }
    expect(await openStatus(page)).toEqual([])
    await keyboard.press('Enter')
    await expect.poll(() => focusedId(page)).toBe('entry-title')
    expect(await openStatus(page)).toEqual(['C'])

    await keyboard.press('j')
    await expect.poll(() => openStatus(page)).toEqual(['B'])
    expect(await focusedId(page)).toBe('entry-title')

    await keyboard.press('r')
    await page.getByRole('status').getByText('Queued').waitFor()
    await keyboard.press('Escape')
    await expect.poll(() => focusedRow(page)).toBe('B')
    expect(await openStatus(page)).toEqual([])
  })

  it('an open entry follows the list while the focus stays there', async () => {
    const { page } = await start()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedId(page)).toBe('entry-title')
    await page.getByRole('list').getByRole('link').first().focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => openStatus(page)).toEqual(['B'])
    expect(await focusedRow(page)).toBe('B')
  })

  it('the focus goes to the next row where its own leaves the list', async () => {
    let isBroken = true
    const scene = await startScene({
      handle: () => {
        if (isBroken) throw new Error('Broken.')
      },
      handling: { retryDelaysMs: [] },
    })
    const page = await visit(scene.inboxUrl)
    for (const status of ['A', 'B', 'C']) await scene.send({ body: withStatus(status) })
    await expect.poll(() => page.getByRole('radio', { name: 'Failed 3' }).count()).toBe(1)
    await page.locator('.chip').filter({ hasText: 'Failed' }).click()
    for (const key of ['j', 'j']) await page.keyboard.press(key)
    expect(await focusedRow(page)).toBe('B')
    isBroken = false
    const { view } = scene.receiver
    const { entries } = await view.list({ search: '"status":"B"', limit: 1 })
    expect(await view.replay(entries[0]?.id ?? '')).toBe('queued')
    await expect.poll(() => page.getByRole('list').getByRole('link').count()).toBe(2)
    expect(await focusedRow(page)).toBe('A')
  })

  it('the search is reached, typed into, cleared and left', async () => {
    const { page } = await start()
    await page.keyboard.press('/')
    expect(await focusedId(page)).toBe('search')
    await page.keyboard.type('jkr?/')
    expect(await page.getByRole('searchbox').inputValue()).toBe('jkr?/')
    await page.getByText('No matches').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
    await expect.poll(() => page.getByRole('list').getByRole('link').count()).toBe(3)
    await page.keyboard.press('Escape')
    expect(await focusedRow(page)).toBe('C')
  })

  it('everything is reached by Tab, the list as one stop', async () => {
    const { page } = await start()
    const stops: (string | undefined)[] = []
    for (let count = 0; count < 12; count += 1) {
      await page.keyboard.press('Tab')
      stops.push(
        (await focusedId(page)) ||
          (await page.evaluate(() => document.activeElement?.classList[0])),
      )
    }
    expect(stops.slice(0, 6)).toEqual(['skip', 'theme', 'help-open', undefined, 'search', 'row'])
    await page.getByRole('link', { name: 'Skip to the deliveries' }).focus()
    await page.keyboard.press('Enter')
    expect(await focusedRow(page)).toBe('C')
  })

  it('the states are one group, chosen by arrows, which do not move the list', async () => {
    const { page } = await start()
    await page.getByRole('radio', { name: /^All/ }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('radio', { name: /^Accepted/ }).isChecked()).toBe(true)
    await page.getByText('No matches').waitFor()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.getByRole('list').getByRole('link').count()).toBe(3)
  })

  it('the help opens, keeps the keys to itself, and gives the focus back', async () => {
    const { page } = await start()
    await page.keyboard.press('j')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await focusedRow(page)).toBe('C')
  })

  it('keys of one character can be switched off, and stay so', async () => {
    const { page } = await start()
    await page.keyboard.press('?')
    await page.getByRole('checkbox').uncheck()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.reload()
    await page.getByText('Live', { exact: true }).waitFor()
    for (const key of ['j', '/', '?']) await page.keyboard.press(key)
    expect([await focusedId(page), await page.getByRole('dialog').count()]).toEqual(['', 0])
  })
})
