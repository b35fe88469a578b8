import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { errors } from '../src/errors.ts'
import { settings } from '../src/settings.ts'

const rowsOf = (name: string) =>
  readFileSync(`${import.meta.dirname}/../${name}`, 'utf8')
    .split('\n')
    .filter((line) => /^\| `/.test(line))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', ''))
        .slice(1, -1),
    )

it('README shows the settings that --help shows', () => {
  const shown = rowsOf('README.md').filter(([name = '']) => /^[A-Z_]+$/.test(name))
  const wanted = Object.entries(settings).map(([name, { unit, shownDefault, says }]) => [
    name,
    unit,
    shownDefault,
    says,
  ])
  expect(shown).toEqual(wanted)
})

it('operating.md shows every error', () => {
  const shown = rowsOf('operating.md')
    .filter(([name = '']) => /^[0-9]{3}$/.test(name))
    .map(([status, code]) => [status, code])
  expect(shown).toEqual(Object.entries(errors).map(([status, { code }]) => [status, code]))
})
