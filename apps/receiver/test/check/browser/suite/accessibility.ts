import type { Page } from '@partner-platform/harness/browser'
import { axe } from '@partner-platform/harness/browser'
import { describe, expect, it } from 'vitest'
import { entryStates } from '../../../../src/index.ts'
import { fillInbox, storyOptions } from '../fill-inbox.ts'
import { startScene, visit } from '../use-inbox.ts'

/** Every axe rule that a part of the page breaks, and where: in light all rules, in dark those about colour. */
async function findViolations(page: Page, within = ['html']): Promise<string[]> {
  const found: string[] = []
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const rules =
      colorScheme === 'light' ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] }
    const { violations } = await page.evaluate(
      ([parts, options]) =>
        (window as unknown as { axe: typeof axe }).axe.run(parts, {
          ...{ resultTypes: ['violations'], ...options },
        }),
      [within, rules] as const,
    )
    for (const { id, nodes } of violations) {
      found.push(
        ...nodes.map((node) => `${id} in ${colorScheme} at ${node.target}: ${node.failureSummary}`),
      )
    }
  }
  return found
}

it('axe is awake', async () => {
  const { inboxUrl } = await startScene()
  const page = await visit(inboxUrl)
  await page.locator('#theme').evaluate((button) => {
    button.removeAttribute('aria-label')
    button.removeAttribute('title')
  })
  await page.getByText('Live', { exact: true }).evaluate((words) => {
    words.style.color = 'rgb(128 128 128)'
    words.style.backgroundColor = 'rgb(140 140 140)'
  })
  expect(await findViolations(page)).toEqual([
    expect.stringMatching(/^button-name in light at #theme/),
    expect.stringMatching(/^color-contrast in light at #live-words/),
    expect.stringMatching(/^color-contrast in dark at #live-words/),
  ])
})

const openFirst = (page: Page, state: string) =>
  page.getByRole('list').getByRole('link', { name: state }).first().click()

describe('axe finds nothing, light or dark', () => {
  const start = async (options = {}) => {
    const scene = await startScene(storyOptions)
    const page = await visit(scene.inboxUrl, { reducedMotion: 'reduce', ...options })
    return { scene, page }
  }

  it('with an empty inbox', async () => {
    const { page } = await start()
    await page.getByText('Nothing has arrived yet').waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it('with a list, and an entry of each state open', async () => {
    const { scene, page } = await start()
    await fillInbox(scene)
    await page.getByRole('list').getByText('failed').waitFor()
    expect(await findViolations(page)).toEqual([])
    for (const state of entryStates) {
      await openFirst(page, state)
      await page.locator(`#entry-state[data-state=${state}]`).waitFor()
      // The rest of the page is as it was with none open.
      const violations = await findViolations(page, ['#entry', '[aria-current]'])
      expect([state, violations]).toEqual([state, []])
    }
  })

  it('with a body that is bytes, the help, and a search that finds nothing', async () => {
    const { scene, page } = await start()
    await scene.send({ body: Uint8Array.of(0xff, 0x00, 0x80) })
    await openFirst(page, 'invalid-utf8')
    await page.getByText('Hex', { exact: true }).click()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('nowhere')
    await page.getByText('No matches').waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  it('on a phone', async () => {
    const { scene, page } = await start({ viewport: { width: 360, height: 740 } })
    await fillInbox(scene)
    await page.getByRole('list').getByText('failed').waitFor()
    expect(await findViolations(page)).toEqual([])
    await openFirst(page, 'failed')
    await page.getByText('Last error').waitFor()
    expect(await findViolations(page)).toEqual([])
  })
})
