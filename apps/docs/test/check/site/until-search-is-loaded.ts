import type { Page } from '@partner-platform/harness/browser'
import { expect } from 'vitest'

/**
 * The site loads its search once the browser is idle. One without a screen may not notice that it is
 * as long as nothing is drawn, so the mouse moves about, as a reader's does.
 */
export async function untilSearchIsLoaded(page: Page): Promise<void> {
  const field = page.locator('dialog input')
  let step = 0
  await expect
    .poll(async () => {
      await page.mouse.move(40, 100 + 40 * (step++ % 10))
      return field.count()
    })
    .toBe(1)
}
