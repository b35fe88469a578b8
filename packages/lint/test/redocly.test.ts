import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { redoclyFixes, structFix, unusedFix } from '../src/check/redocly-fixes.ts'
import { type BrokenRow, expectProblem, makeEdits } from './broken-copy.ts'
import { adviceRows, configRows, file, lost } from './rows/redocly-rows.ts'

describe('of redocly.yaml it is told', () => {
  const api = ({ edits }: BrokenRow) =>
    edits[0]?.from?.includes('asyncapi') ? 'asyncapi' : 'openapi'
  it.each(configRows)('that there is $name', (row) => expectProblem(row, api(row)))
})

describe('the lint of OpenAPI advises on', () => {
  it.each(adviceRows)('$name', (row) => expectProblem(row, 'openapi'))

  it.each([
    ['The field info must be present on this level.', undefined, 'Add it below the place'],
    ['Property x is not expected here.', undefined, 'Name it as the specification does'],
    ['Expected type boolean but got string.', 'Off', 'Write false; to YAML 1.2, Off is text.'],
    [
      'Expected type boolean but got string.',
      '"a"',
      'Write a value of type boolean in place of the',
    ],
    ['Expected type string but got array.', undefined, 'Write a value of type string in place of'],
  ])('%s (%s)', (message, written, fix) => {
    expect(structFix(message, written).slice(0, fix.length)).toBe(fix)
  })

  it.each([
    ['headers', `A response ${lost('header')} under its headers, or delete A.`],
    ['parameters', `An operation ${lost('parameter')} under its parameters, or delete A.`],
    [
      'examples',
      'What referred to it has probably been lost: add the reference again, or delete A.',
    ],
  ])('a component that nothing uses, among %s', (kind, fix) => {
    expect(unusedFix(['components', kind, 'A'])).toBe(fix)
  })
})

describe('redocly.yaml', () => {
  const config = parse(makeEdits([]).files.get(file)?.text ?? '')
  const layers: [string, Record<string, unknown>][] = [
    ['all', config],
    ...Object.entries(config.apis),
  ].map(([name, layer]) => [name, (layer as { rules?: Record<string, unknown> }).rules ?? {}])
  const rules = layers.flatMap(([, layer]) => Object.entries(layer))

  it('begins with the strictest set of the tool', () => {
    expect(config.extends).toEqual(['recommended-strict'])
  })

  it('switches one rule off, and one more where it does not fit a workflow', () => {
    expect(rules.filter(([, level]) => level === 'off')).toEqual([
      ['security-defined', 'off'],
      ['rule/info-fields', 'off'],
    ])
  })

  it.each(rules.filter(([, level]) => level !== 'off'))('has a fix for %s', (rule) => {
    expect(redoclyFixes[rule]).toBeTruthy()
  })

  it.each(rules)('makes %s an error or switches it off', (_, level) => {
    expect(['error', 'off']).toContain((level as { severity?: string }).severity ?? level)
  })
})
