import { join } from 'node:path'
import { openBrowser, type Page } from '@partner-platform/harness/browser'
import { openStore } from '../src/index.ts'
import { fillInbox, storyOptions } from '../test/check/browser/fill-inbox.ts'
import { openPage } from '../test/check/browser/open-page.ts'
import { openScene } from '../test/check/browser/open-scene.ts'

/** Takes the pictures of the inbox that the README shows, from a receiver that is running. */

type Picture = {
  name: string
  colorScheme: 'light' | 'dark'
  prepare: (page: Page) => Promise<void>
}

const row = (page: Page, text: string) => page.getByRole('link').filter({ hasText: text }).first()

const pictures: readonly Picture[] = [
  {
    name: 'inbox-light',
    colorScheme: 'light',
    prepare: (page) => row(page, 'handled').click(),
  },
  {
    name: 'inbox-dark',
    colorScheme: 'dark',
    prepare: (page) => row(page, 'failed').click(),
  },
  {
    name: 'inbox-quarantined',
    colorScheme: 'light',
    prepare: (page) => row(page, 'invalid-json').click(),
  },
]

const database = await openStore({ location: { kind: 'embedded', folder: null } })
const scene = await openScene({ ...storyOptions, database })
await fillInbox(scene)
const browser = await openBrowser()
for (const { name, colorScheme, prepare } of pictures) {
  const { page, close } = await openPage(browser, {
    url: scene.inboxUrl,
    nowMs: scene.clock.nowMs,
    ...{ colorScheme, reducedMotion: 'reduce' },
  })
  await page.getByText('Live', { exact: true }).waitFor()
  await row(page, 'failed').waitFor()
  await prepare(page)
  await page.getByRole('region', { name: 'Body', exact: true }).waitFor()
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(import.meta.dirname, `${name}.png`) })
  console.log(`${name}.png`)
  await close()
}
await browser.close()
await scene.close()
await database.close()
