import { axe, type Page } from '@partner-platform/harness/browser'
import { describe, expect, it } from 'vitest'
import { fillInbox, storyOptions } from '../fill-inbox.ts'
import { chip, radio, row, rows, start } from '../use-inbox.ts'

const colours = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** Every broken axe rule of a part of the page: by default all in light, and those about colour in dark. */
async function findViolations(page: Page, within = ['html'], inLight = {}): Promise<string[]> {
  const found: string[] = []
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const rules = colorScheme === 'light' ? inLight : colours
    const { violations } = await page.evaluate(
      ([parts, options]) =>
        (window as unknown as { axe: typeof axe }).axe.run(parts, {
          resultTypes: ['violations'],
          ...options,
        }),
      [within, rules] as const,
    )
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${id} in ${colorScheme} at ${target}: ${failureSummary}`)
      }
    }
  }
  return found
}

describe('axe finds nothing, light or dark', () => {
  it('with an empty inbox, the help, a body of bytes, and a search without matches', async () => {
    const { scene, page } = await start()
    await page.getByText('Nothing has arrived yet').waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await scene.send({ body: Uint8Array.of(0xff, 0x00, 0x80) })
    await row(page, 'invalid-utf8').click()
    await page.getByText('Hex', { exact: true }).click()
    await page.getByRole('searchbox').fill('nowhere')
    await page.getByText('No matches').waitFor()
    expect(await findViolations(page)).toEqual([])

    // Axe does find a missing name and low contrast.
    await page.locator('#theme').evaluate((theme) => {
      theme.removeAttribute('aria-label')
      theme.removeAttribute('title')
    })
    await page.getByText('Live', { exact: true }).evaluate((words) => {
      words.style.color = 'rgb(128 128 128)'
      words.style.backgroundColor = 'rgb(140 140 140)'
    })
    expect(await findViolations(page, ['.bar'])).toEqual([
      expect.stringMatching(/^button-name in light at #theme/),
      expect.stringMatching(/^color-contrast in light at #live-words/),
      expect.stringMatching(/^color-contrast in dark at #live-words/),
    ])
  })

  it('with a list, with the entries of each state, with an open entry, and on a phone', async () => {
    const { scene, page } = await start(storyOptions)
    await fillInbox(scene)
    await radio(page, 'Failed 1').waitFor({ state: 'attached' })
    expect(await findViolations(page)).toEqual([])
    const counts = {
      Accepted: 2,
      Handled: 8,
      Failed: 1,
      Superseded: 1,
      Duplicate: 1,
      Quarantined: 3,
    }
    for (const [name, count] of Object.entries(counts)) {
      const state = name.toLowerCase()
      expect(await radio(page, `${name} ${count}`).count()).toBe(1)
      await chip(page, name).click()
      const badges = () => rows(page).locator('.badge').allTextContents()
      await expect.poll(badges).toEqual(Array(count).fill(state))
      await rows(page).first().click()
      await page.locator(`#entry-state[data-state=${state}]`).waitFor()
      const parts = ['.entry-head', '.reason', '[aria-current]']
      const violations = await findViolations(page, parts, colours)
      expect([state, violations]).toEqual([state, []])
    }
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await findViolations(page)).toEqual([])
  })
})
