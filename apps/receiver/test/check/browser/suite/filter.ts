import type { Page } from '@partner-platform/harness/browser'
import { describe, expect, it } from 'vitest'
import { fillInbox, storyOptions } from '../fill-inbox.ts'
import { exampleBytes, toStory, withStatus } from '../open-scene.ts'
import { startScene, visit } from '../use-inbox.ts'

const rows = (page: Page) => page.getByRole('list').getByRole('link')
const choose = (page: Page, name: string) => page.locator('.chip').filter({ hasText: name }).click()

describe('of what arrived', () => {
  it('each state is counted, and shown alone', async () => {
    const scene = await startScene(storyOptions)
    await fillInbox(scene)
    const page = await visit(scene.inboxUrl)
    const expected = {
      Accepted: 2,
      Handled: 8,
      Failed: 1,
      Superseded: 1,
      Duplicate: 1,
      Quarantined: 3,
    }
    await expect.poll(() => page.getByRole('radio', { name: 'Failed 1' }).count()).toBe(1)
    for (const [name, count] of Object.entries(expected)) {
      expect(await page.getByRole('radio', { name: `${name} ${count}`, exact: true }).count()).toBe(
        1,
      )
      await choose(page, name)
      const badges = Array.from({ length: count }, () => name.toLowerCase())
      await expect.poll(() => rows(page).locator('.badge').allTextContents()).toEqual(badges)
    }
  })

  it('F23 the quarantine says how full each part of it is, and to all when it is nearly full', async () => {
    const scene = await startScene({ bounds: { verifiedRows: 2 } })
    await scene.send({ body: exampleBytes('returned'), signature: null })
    await scene.send({ body: exampleBytes('missing-comma') })
    const page = await visit(scene.inboxUrl)
    const filling = page.locator('#filling')
    await expect.poll(() => rows(page).count()).toBe(2)
    expect(await filling.isHidden()).toBe(true)
    await choose(page, 'Quarantined')
    await page.getByText(/verified 1 of 2 bodies .+, unverified 1 of 1,000 bodies /).waitFor()
    await scene.send({ body: exampleBytes('invalid-utf-8') })
    await choose(page, 'All')
    await page.getByText('At the limit, new verified deliveries are refused.').waitFor()
  })

  it('some is found by text, in its body too, together with a state', async () => {
    const scene = await startScene()
    const names = ['Zoë', 'Zorro', '100%']
    for (const name of names) {
      const body = toStory('returned', ({ submission }) => {
        submission.status = name
        submission.applicant.lastName = `${name}-family`
      })
      await scene.send({ body })
    }
    await scene.send({ body: `${exampleBytes('missing-comma')}Zorro` })
    const page = await visit(scene.inboxUrl)
    const search = page.getByRole('searchbox')
    for (const [text, count] of [
      ['zo', 3],
      ['Zoë-FAMILY', 1],
      ['100%', 1],
      ['invalid-j', 1],
      ['NOT%CONTACTED', 0],
      ['', 4],
    ] as const) {
      await search.fill(text)
      await expect.poll(() => rows(page).count()).toBe(count)
      const told = `Shown: ${count || 'none'}.`
      await expect.poll(() => page.locator('#announcer').textContent()).toBe(told)
    }
    await search.fill('zorro')
    await choose(page, 'Quarantined')
    await expect.poll(() => rows(page).count()).toBe(1)
    await search.fill('nowhere')
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => rows(page).count()).toBe(4)
    expect(await search.inputValue()).toBe('')
  })

  it('older ones are loaded on demand, and stay while new ones arrive', async () => {
    const scene = await startScene()
    const send = (count: number, start: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          scene.send({
            body: withStatus(`S${start + at}`),
          }),
        ),
      )
    await send(120, 0)
    const page = await visit(scene.inboxUrl)
    const older = page.getByRole('button', { name: 'Load older' })
    await expect.poll(() => rows(page).count()).toBe(50)
    await older.click()
    await expect.poll(() => rows(page).count()).toBe(100)
    await send(5, 120)
    await expect.poll(() => rows(page).count()).toBe(105)
    await older.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => rows(page).count()).toBe(125)
    expect(await older.isVisible()).toBe(false)
    // Whoever asked for them by the keyboard reads on at the first of them.
    expect(
      await rows(page)
        .nth(105)
        .evaluate((row) => row === document.activeElement),
    ).toBe(true)
    const ids = await rows(page).evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')),
    )
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
  })
})
