import { describe, expect, it } from 'vitest'
import { checkMarks } from '../src/check/check-marks.ts'
import { makeEdits } from './broken-copy.ts'

const file = 'asyncapi.yaml'
const schema = '$ref: ./schemas/platform-signature.yaml'

/** A second message with one header, whose schema the first message has too. */
const secondMessage = (header: string) => {
  const from = 'components:\n  messages:\n'
  const to = `components:\n  messages:\n    other:\n      x-source: '6.3'\n      headers:\n        x-source: '6.3'\n        properties:\n          ${header}:\n            ${schema}\n`
  return makeEdits([{ file, from, to }])
}

const below = (message: string, header: string) =>
  `#/components/messages/${message}/headers/properties/${header}`

describe('the check of marks', () => {
  it('takes one header of two messages for one', () => {
    expect(checkMarks(secondMessage('X-Platform-Signature'))).toEqual([])
  })

  it('asks two headers of one schema for a mark of their own', () => {
    const problems = checkMarks(secondMessage('X-Other-Signature'))
    expect(problems.map(({ rule, pointer }) => [rule, pointer])).toEqual(
      expect.arrayContaining([
        ['marks/missing', below('other', 'X-Other-Signature')],
        ['marks/missing', below('submissionUpdated', 'X-Platform-Signature')],
      ]),
    )
  })
})
