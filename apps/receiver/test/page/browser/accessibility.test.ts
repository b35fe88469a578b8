import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { entryStates } from '../../../src/index.ts'
import { fillInbox, storyHandler } from './fill-inbox.ts'
import { useInbox } from './use-inbox.ts'

const { startScene, visit } = useInbox()

/** Every rule of axe that the page breaks, and where. */
async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(),
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
  )
}

it('axe is awake', async () => {
  const { inboxUrl } = await startScene()
  const page = await visit(inboxUrl)
  await page.locator('#theme').evaluate((button) => {
    button.removeAttribute('aria-label')
    button.removeAttribute('title')
  })
  expect(await findViolations(page)).toEqual([expect.stringMatching(/^button-name at #theme/)])
})

const openFirst = (page: Page, state: string) =>
  page.getByRole('list').getByRole('link', { name: state }).first().click()

describe.each(['light', 'dark'] as const)('axe finds nothing, %s', (colorScheme) => {
  const start = async (options = {}) => {
    const scene = await startScene({
      handle: storyHandler,
      handling: { retryDelaysMs: [0, 0, 0, 0] },
    })
    const page = await visit(scene.inboxUrl, { colorScheme, reducedMotion: 'reduce', ...options })
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
      expect([state, await findViolations(page)]).toEqual([state, []])
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
    await page.getByText('Nothing fits').waitFor()
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
