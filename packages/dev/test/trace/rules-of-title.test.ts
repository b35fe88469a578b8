import { expect, it } from 'vitest'
import { isMiswritten, rulesOfTitle } from '../../src/trace/rules-of-title.ts'

it.each([
  ['5.4 rejects a missing key', ['5.4']],
  ['5.4, D-002 rejects it', ['5.4', 'D-002']],
  [
    '2.3.submission.visa.name, 6.2.X-Platform-Event: both',
    ['2.3.submission.visa.name', '6.2.X-Platform-Event'],
  ],
  ['4.1, 5, 7 finds nothing', ['4.1', '5', '7']],
  ['F6, D-009 answers 503', ['D-009']],
  ['I3 holds', []],
  ['D-12 is no record', ['D-12']],
  ['5.4', ['5.4']],
  ['rejects what 5.4 forbids', []],
  ['2 calls at once', []],
  ['100 calls', []],
  ['127.0.0.1 is refused', []],
  ['5.4rejects a typing error', ['5.4rejects']],
  ['5.4,D-002 rejects', []],
  ['', []],
])('%j cites %j', (title, rules) => {
  expect(rulesOfTitle(title)).toEqual(rules)
})

it.each([
  ...['D017 x', 'd-017 x', 'd017 x', 'D 017 x', '(5.4) x', '[D-017] x', '§5.4 x', '10.4 x'],
  ...['5.4; D-017 x', '5.4,D-017 x', '5.4. x', '5.4, d-002 x', '4.1, D017 x', 'F6, I3, (5.4) x'],
  ...['I12: D-999 x', '5.4 / D-999 x', '5.4 and D-999 x', '5.4 or 5.5 x', '5.4 & 6.1.2 x'],
  ...['5.4 D-017 x', '5.4: D-002 x', '5.4–D-002 x', 'I12/D-015 x'],
])('%j begins like ids of which some are not read', (title) => {
  expect(isMiswritten(title)).toBe(true)
})

it.each([
  ...['5.4', '5.4 x', '5.4, D-002: x', 'F6, D-009 x', 'I3 holds', '4.1, 5, 7 x', 'D-12 x'],
  ...[
    '127.0.0.1 is refused',
    'D-025 10.0.0.1 is refused',
    '401',
    '404.html',
    '2 calls',
    'D-010 410',
  ],
  ...['5.5, D-002 63 digits', '2025-06-14T09:30:00.5Z', 'answers as 5.4, (D-002) say', ''],
])('%j does not', (title) => {
  expect(isMiswritten(title)).toBe(false)
})
