import { describe, expect, it } from 'vitest'
import { checkDocuments } from '../../src/check/check-documents.ts'
import { checks } from '../../src/check/lint.ts'
import { makeEdits } from '../broken-copy.ts'

describe('files of the wrong kind', () => {
  const redocly = ['openapi', 'asyncapi', 'operator']
  const ours = Object.entries(checks).filter(([name]) => !redocly.includes(name))

  it.each([
    ['a schema that is a list', 'schemas/agent.yaml', '- a\n- b\n'],
    ['a schema that is empty', 'schemas/agent.yaml', ''],
    [
      'a schema whose parts are of the wrong kind',
      'schemas/agent.yaml',
      'allOf: 1\nproperties: [a]',
    ],
    ['statements that are not a list', 'statements.yaml', 'a: 1\n'],
    ['statements that are nulls', 'statements.yaml', '- null\n- 1\n'],
    ['vectors that are null', 'vectors/auth.json', 'null'],
    ['vectors whose rows are not objects', 'vectors/auth.json', '{ "rows": [null, 1, []] }'],
    ['cases that are a list', 'examples/agent/cases.yaml', '[]'],
    ['cases that are nulls', 'examples/agent/cases.yaml', 'valid/agent: null'],
    ['a record that is empty', 'decisions/D-001-signed-bytes.md', ''],
    ['a record whose front matter is a list', 'decisions/D-001-signed-bytes.md', '---\n- a\n---\n'],
    ['bytes that are not text', 'asyncapi.yaml', '\u0000\u0001'],
    [
      'a document whose parts are of the wrong kind',
      'asyncapi.yaml',
      'asyncapi: 3.0.0\nchannels: 1',
    ],
  ])('are problems, not failures of the check: %s', async (_, file, to) => {
    const specs = makeEdits([{ file, to }])
    const documents = checkDocuments(specs)
    const others = await Promise.all(ours.map(([, check]) => check(specs)))
    expect([...documents, ...others.flat()]).not.toEqual([])
  })
})
