import { describe, expect, it } from 'vitest'
import { addEntry, placeInOrder } from '../../src/scaffold/edit-text.ts'

const text = `# A list.
tags: # of all
  # The first.
  - name: Beta
    description: >-
      Two
      lines.

  - name: Delta # the last
paths:
  /a: { get: {} }

  /b:
    get:
      list: [1, 2] # two
end: true
`

describe('addEntry leaves all other bytes as they are', () => {
  it.each([
    ['at the end of a list', ['tags'], undefined, '# the last\n', '  - name: X\n    x: 1\n'],
    ['before an item', ['tags'], 1, 'lines.\n\n', '  - name: X\n    x: 1\n'],
    ['at the end of a map', ['paths'], undefined, '# two\n', '  - name: X\n    x: 1\n'],
    ['at the end of the document', [], undefined, 'end: true\n', '- name: X\n  x: 1\n'],
  ] as const)('%s', (_says, path, before, after, added) => {
    const at = text.indexOf(after) + after.length
    expect(addEntry(text, { path, before, entry: '- name: X\n  x: 1\n' })).toBe(
      text.slice(0, at) + added + text.slice(at),
    )
  })

  it('also where the last line has no end', () => {
    expect(addEntry('a: 1', { path: [], entry: 'b: 2' })).toBe('a: 1\nb: 2\n')
  })

  it.each([[['paths', '/a']], [['end']], [['no', 'such']]])('and refuses %j', (path) => {
    expect(() => addEntry(text, { path, entry: 'x: 1' })).toThrow(
      /it is no mapping or list in block style/,
    )
  })
})

describe('placeInOrder', () => {
  it.each([
    ['Alpha', 0],
    ['Charlie', 1],
    ['Echo', undefined],
  ])('puts %s at %s', (value, place) => {
    expect(placeInOrder(text, ['tags'], { key: 'name', value })).toBe(place)
  })
})
