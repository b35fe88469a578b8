import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { settings } from '../src/settings.ts'

const path = `${import.meta.dirname}/../README.md`

it('README shows the settings that --help shows', () => {
  const shown = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+`/.test(line))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', ''))
        .slice(1, -1),
    )
  const wanted = Object.entries(settings).map(([name, { unit, shownDefault, says }]) => [
    name,
    unit,
    shownDefault,
    says,
  ])
  expect(shown).toEqual(wanted)
})
