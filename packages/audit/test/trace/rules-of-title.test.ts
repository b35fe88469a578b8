import { expect, it } from 'vitest'
import { rulesOfTitle } from '../../src/trace/rules-of-title.ts'

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
