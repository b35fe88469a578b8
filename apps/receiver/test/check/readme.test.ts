import { readFileSync } from 'node:fs'
import { templateFolder } from '@partner-platform/database/testing'
import { checkReadme } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { settings } from '../../src/settings.ts'

const path = `${import.meta.dirname}/../../README.md`
// Creating the data takes seconds.
const ambient = `
import { cpSync } from 'node:fs'
cpSync(${JSON.stringify(await templateFolder())}, 'data', { recursive: true })
declare global {
  var crm: {
    setStatus(
      uuid: string,
      status: string,
      options: { idempotencyKey: string; signal: AbortSignal },
    ): Promise<void>
  }
}
globalThis.crm = { setStatus: async () => {} }
`

it('README examples compile and run', async () => {
  expect(await checkReadme(path, { ambient })).toBe(1)
})

it('README shows the settings that --help shows', () => {
  const rows = readFileSync(path, 'utf8').matchAll(/^\| `([A-Z_]+)` *\|(.*)\|$/gm)
  const shown = [...rows].map(([, name, cells = '']) =>
    [name, ...cells.split('|').map((cell) => cell.trim())].join(' | '),
  )
  const wanted = Object.entries(settings).map(([name, { unit, shownDefault, says }]) =>
    [name, unit, shownDefault, says].join(' | '),
  )
  expect(shown).toEqual(wanted)
})
