import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildBundles, documents } from '../../src/bundle/index.ts'
import { specsFolder, temporaryFolder } from '../broken-copy.ts'

it('buildBundles gives the same bytes each time, with pages that are cut off from the network', async () => {
  const folder = temporaryFolder()
  const outDirs = ['one', 'other'].map((name) => join(folder, name))
  for (const outDir of outDirs) await buildBundles({ specs: specsFolder, outDir })
  const [one = new Map(), other] = outDirs.map(
    (outDir) =>
      new Map(readdirSync(outDir).map((name) => [name, readFileSync(join(outDir, name), 'utf8')])),
  )
  for (const [name, text] of one) expect(other?.get(name) === text, name).toBe(true)
  for (const { id } of documents) {
    const page = String(one.get(`${id}.html`))
    expect(page).toContain(`<title>${JSON.parse(String(one.get(`${id}.json`))).info.title}</title>`)
    expect(page).toMatch(
      /Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/,
    )
    expect(page).toContain("connect-src 'none'")
    expect(page).not.toMatch(/https?:\/\/cdn\./)
  }
})
