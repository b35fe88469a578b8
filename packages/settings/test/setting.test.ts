import { describe, expect, it } from 'vitest'
import { choice, host, list, optionalText, port, secret, text, wholeNumber } from '../src/index.ts'

const says = 'What it is.'
const quota = wholeNumber({ says, unit: 'calls', fallback: 5, min: 1, max: 100 })
const onOff = choice({ says, options: ['on', 'off'], fallback: 'on' })
const optional = optionalText({ says, unit: 'path' })
const folder = text({ says, unit: 'path', fallback: 'a' })
const token = secret({ says, minLength: 8 })
const entries = list({ says, unit: 'origins' })

describe('a setting reads its text', () => {
  it.each([
    ['whole number', quota, '100', 100],
    ['port', port(4010), '0', 0],
    ['host', host(), '::1', '::1'],
    ['choice', onOff, 'off', 'off'],
    ['optional text', optional, ' a path ', 'a path'],
    ['text', folder, ' a path ', 'a path'],
    ['secret', token, '12345678', '12345678'],
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
    ['optional text of spaces', optional, '  '],
    ['text of spaces', folder, '  '],
    ['secret that is short', token, '1234567'],
    ['secret with a space', token, '1234 5678'],
    ['secret with a final newline', token, '12345678\n'],
    ['secret that is not ASCII', token, '1234567ä'],
    ['list with an empty entry', entries, 'one,,two'],
  ])('and refuses a %s', (_, setting, given) => {
    expect(setting.parse(given)).toBeUndefined()
  })
})
