import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { renderRedoc } from '../../src/bundle/index.ts'
import { bundleDocument } from '../../src/redocly/ask-redocly.ts'
import { specsFolder } from '../broken-copy.ts'

// Tests of the docs show that the pages of the contract are cut off from the network.
it('renderRedoc writes a page with the given title, and the same bytes each time', async () => {
  const bundle = await bundleDocument('openapi', { folder: specsFolder })
  const folder = temporaryFolder({ 'openapi.json': JSON.stringify(bundle) })
  const render = async (name: string) => {
    const page = join(folder, name)
    await renderRedoc(join(folder, 'openapi.json'), { page, title: 'Orders', specs: specsFolder })
    return readFileSync(page, 'utf8')
  }
  const [page, again] = await Promise.all([render('page.html'), render('again.html')])
  expect(page).toContain('<title>Orders</title>')
  expect(page === again).toBe(true)
})
