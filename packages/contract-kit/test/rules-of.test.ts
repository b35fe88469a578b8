import { parse, safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { rule, rulesOf } from '../src/rules-of.ts'

describe('rulesOf', () => {
  it.each([
    ['one id', { rule: '5.4' }, ['5.4']],
    ['several ids', { rule: parse(rule, ['5.4', 'D-002']) }, ['5.4', 'D-002']],
    ['a list of rows, each id once', [{ rule: 'D-002' }, { rule: '5.4, D-002' }], ['D-002', '5.4']],
  ])('reads %s', (_, rows, ids) => {
    expect(rulesOf(rows)).toEqual(ids)
  })
})

describe('a rule in a table', () => {
  it.each(['5.4', '2.3.submission.uuid', '4.1.rule1', '7.401', '6.2.X-Platform-Event', 'D-015'])(
    'may be %s',
    (id) => {
      expect(parse(rule, id)).toBe(id)
    },
  )

  it.each([5.4, '', 'D-15', 'five', '5.', [], ['5.4', 4], null])('may not be %j', (id) => {
    expect(safeParse(rule, id).success).toBe(false)
  })
})
