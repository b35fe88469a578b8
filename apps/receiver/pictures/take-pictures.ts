import { join } from 'node:path'
import { openBrowser } from '@partner-platform/harness/browser'
import { openStore } from '../src/index.ts'
import { fillInbox, storyOptions } from '../test/check/browser/fill-inbox.ts'
import { openScene, openWindow } from '../test/check/browser/open-scene.ts'

// Takes the pictures that the README shows, from a running receiver.

const pictures = [
  { name: 'inbox-light', colorScheme: 'light', row: 'handled' },
  { name: 'inbox-dark', colorScheme: 'dark', row: 'failed' },
  { name: 'inbox-quarantined', colorScheme: 'light', row: 'invalid-json' },
] as const

const database = await openStore({ location: { kind: 'embedded', folder: null } })
const scene = await openScene({ ...storyOptions, database })
await fillInbox(scene)
const browser = await openBrowser()
for (const { name, colorScheme, row } of pictures) {
  const { context } = await openWindow(browser, { colorScheme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.clock.setFixedTime(scene.clock.nowMs)
  await page.goto(scene.inboxUrl)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('link').filter({ hasText: 'failed' }).first().waitFor()
  await page.getByRole('link').filter({ hasText: row }).first().click()
  await page.getByRole('region', { name: 'Body', exact: true }).waitFor()
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(import.meta.dirname, `${name}.png`) })
  console.log(`${name}.png`)
  await context.close()
}
await browser.close()
await scene.close()
await database.close()
