import { describe, expect, it } from 'vitest'
import { choice, host, list, optionalText, port, wholeNumber } from '../src/index.ts'

const says = 'What it is.'
const quota = wholeNumber({ says, unit: 'calls', fallback: 5, min: 1, max: 100 })
const onOff = choice({ says, options: ['on', 'off'], fallback: 'on' })
const text = optionalText({ says, unit: 'path' })
const entries = list({ says, unit: 'origins' })

describe('a setting reads its text', () => {
  it.each([
    ['whole number', quota, '100', 100],
    ['port', port(4010), '0', 0],
    ['host', host(), '::1', '::1'],
    ['choice', onOff, 'off', 'off'],
    ['text', text, ' a path ', 'a path'],
    ['list', entries, 'one, two', ['one', 'two']],
  ])('%s', (_, setting, given, want) => {
    expect(setting.parse(given)).toEqual(want)
  })

  it.each([
    ['whole number over its bound', quota, '101'],
    ['whole number with a sign', quota, '+5'],
    ['whole number with an exponent', quota, '1e1'],
    ['port over 65535', port(4010), '65536'],
    ['port that is empty', port(4010), ''],
    ['host with a space', host(), 'local host'],
    ['choice in another case', onOff, 'ON'],
    ['text of spaces', text, '  '],
    ['list with an empty entry', entries, 'one,,two'],
  ])('and refuses a %s', (_, setting, given) => {
    expect(setting.parse(given)).toBeUndefined()
  })
})
