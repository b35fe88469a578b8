import { describe, expect, it } from 'vitest'
import { checkDocuments } from '../src/check/check-documents.ts'
import { checkExamples } from '../src/check/check-examples.ts'
import { checks } from '../src/check/lint.ts'
import type { Referee } from '../src/check/referee.ts'
import { contract, makeEdits, toPattern } from './broken-copy.ts'
import { contradictions } from './rows/contradictions.ts'
import { readSections, secondMessage } from './rows/row.ts'
import { rows } from './rows/rows.ts'

const all: typeof checks = { documents: checkDocuments, ...checks }

describe.each(Object.entries(rows))('the check of %s finds', (name, list) => {
  it.each(list)('%s', async (_, edits, expected, more) => {
    const specs = makeEdits(edits)
    const problems = (await all[name]?.(specs)) ?? []
    const lines = problems.map(({ file, line, pointer, rule, message, fix }) => {
      const text = new TextDecoder().decode(specs.bytes.get(file)).split('\n')[line - 1]
      return `${text} at ${pointer} ${rule}: ${message} ${fix}`
    })
    expect(lines[0]).toMatch(toPattern(expected))
    expect(problems[0]?.file).toBe(more.file ?? edits[0]?.file)
    expect(problems.length > 1).toBe(more.follows)
    expect(problems[0]?.message).not.toContain('\n')
  })
})

describe('a contract that departs from the source or from a decision', () => {
  it.each(contradictions)('%s', async (_, edits, expected, { file = edits[0]?.file }) => {
    const rule = expected || 'facts/contradiction'
    const specs = makeEdits(edits)
    const found: string[] = []
    for (const check of Object.values(checks)) {
      found.push(...(await check(specs)).map((one) => `${one.rule} ${one.file}`))
      if (found.includes(`${rule} ${file}`)) break
    }
    expect(found).toContain(`${rule} ${file}`)
  })
})

it('finds a reader that refuses what a sender may send', () => {
  const issue = { path: '/uuid', keyword: 'pattern', message: 'must match' }
  const strictReader: Referee = ({ file }, _, form) =>
    form === 'received' && file === 'schemas/agent.yaml' ? [issue] : []
  expect([...checkExamples(contract, strictReader)]).toContainEqual(
    expect.objectContaining({
      file: 'examples/agent/valid/agent.json',
      path: '/uuid',
      rule: 'examples/narrower-reader',
    }),
  )
})

const right = readSections(String.raw`
= bounds
bounds that leave one value
  schemas/agent.yaml: type: string => type: string\n    minLength: 2\n    maxLength: 2\n    minimum: 1\n    maximum: 1

= lifetime
D-014 a last attempt that ends just in time
  asyncapi.yaml: value: 2505600 => value: 2591685

= dialect
a field that is deprecated
  schemas/submission.yaml:   contactStatus:\n    description: =>   contactStatus:\n    deprecated: true\n    description:

= marks
one header in two messages
  message: X-Platform-Signature

= documents
an anchor
  schemas/visa.yaml: title: Visa => title: &t Visa

a schema that contains itself below properties
  schemas/uuid.yaml := title: Uuid\ndescription: A.\nproperties:\n  a:\n    allOf: [{ $ref: ./uuid.yaml }]\n

a schema that contains itself below items
  schemas/uuid.yaml := title: Uuid\ndescription: A.\nitems:\n  not: { $ref: ./uuid.yaml }\n

a schema that contains itself below additionalProperties
  schemas/uuid.yaml := title: Uuid\ndescription: A.\nadditionalProperties: { $ref: ./uuid.yaml }\n
`)

describe.each(Object.entries(right))('the check of %s accepts', (name, list) => {
  it.each(list)('%s', async (_, edits) => {
    expect(await all[name]?.(makeEdits(edits))).toEqual([])
  })
})

it('asks for a mark on each of two headers that share a schema', async () => {
  const problems = (await checks.marks?.(makeEdits([secondMessage('X-Other-Signature')]))) ?? []
  const below = (message: string, header: string) =>
    `marks/missing #/components/messages/${message}/headers/properties/${header}`
  expect(problems.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(
    expect.arrayContaining([
      below('other', 'X-Other-Signature'),
      below('submissionUpdated', 'X-Platform-Signature'),
    ]),
  )
})
