import { describe, expect, it } from 'vitest'
import { checkLifetime } from '../src/check/check-lifetime.ts'
import { type BrokenRow, contract, expectProblem, makeEdits } from './broken-copy.ts'

const file = 'asyncapi.yaml'
const rule = 'constants/lifetime'
const from = 'value: 2505600'
const life = '#/x-constants/deliveryAgeLimitSeconds/value'

const rows: BrokenRow[] = [
  {
    name: 'a last attempt that ends when receivers find the event too old',
    edits: [{ file, from, to: 'value: 2591686' }],
    want: {
      ...{ file, rule, pointer: life, at: '2591686' },
      message: 'An event can be 2592001 s old when its last attempt ends',
      fix: 'Lower deliveryAgeLimitSeconds',
    },
  },
  {
    name: 'receivers that accept no event as old as the sender sends',
    edits: [{ file, from: 'value: 2592000', to: 'value: 2505600' }],
    want: {
      ...{ file, rule, pointer: life, at: '2505600' },
      message:
        'An event can be 2505915 s old when its last attempt ends, and receivers accept 2505600',
      fix: 'Lower deliveryAgeLimitSeconds',
    },
  },
  {
    name: 'events that are sent as early as receivers allow',
    edits: [{ file, from: 'value: 60\n', to: 'value: 300\n' }],
    want: {
      ...{ file, rule, pointer: '#/x-constants/deliveryLeadLimitSeconds/value', at: '300' },
      message: 'An event can be sent 300 s early',
      fix: 'Lower deliveryLeadLimitSeconds',
    },
  },
  {
    name: 'a schedule that is longer than an event is sent',
    edits: [{ file, from: '72000, 86400]', to: '72000, 1200000]' }],
    want: {
      ...{ file, rule, pointer: '#/x-constants/retryDelaysSeconds/value', at: '1200000' },
      message: 'The schedule can take 2771560 s, and an event is sent for 2505600 s.',
      fix: 'Shorten retryDelaysSeconds',
    },
  },
]

describe('D-005 D-012 D-013 D-014 the check of the life of an event finds', () => {
  it.each(rows)('$name', (row) => expectProblem(row, 'lifetime'))

  it('nothing where the last attempt ends just in time', () => {
    expect(checkLifetime(contract)).toEqual([])
    expect(checkLifetime(makeEdits([{ file, from, to: 'value: 2591685' }]))).toEqual([])
  })
})
