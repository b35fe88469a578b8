import { expect, it } from 'vitest'
import { dressRedoc, type SamplesOf } from '../src/dress-redoc.ts'

/** The document that a dressed Redoc page draws. */
function dress(document: unknown, samplesOf?: SamplesOf): unknown {
  const script = `\n const __redoc_definition = ${JSON.stringify(document)};\ncall()`
  const html = dressRedoc(
    `<html><head></head><script type="module">${script}</script></html>`,
    samplesOf,
  )
  return JSON.parse(/__redoc_definition = (.*);\n/.exec(html)?.[1] ?? '')
}

const marked = { 'x-decision': 'D-001', description: 'Said.' }
const linked = { ...marked, description: 'Said.\n\nDecided in [D-001](../decisions/d-001/).' }

it.each([
  ['a part', (part: unknown) => ({ info: part })],
  ['a default response', (part: unknown) => ({ responses: { default: part } })],
  ['a field with the name of a keyword', (part: unknown) => ({ properties: { enum: part } })],
])('links %s to its decisions', (_, wrap) => {
  expect(dress(wrap(marked))).toEqual(wrap(linked))
})

it.each([
  ['a server, which Redoc describes in plain text', { servers: [marked] }],
  ['a value of a schema', { schema: { default: marked, examples: [marked], const: marked } }],
  ['a constant', { 'x-constants': { limit: marked } }],
])('leaves %s as it is', (_, document) => {
  expect(dress(document)).toEqual(document)
})

it('links a message to the decisions of its headers, which Redoc does not describe', () => {
  const headers = { 'x-decision': ['D-002', 'D-003'] }
  const { description } = dress({ ...marked, headers }) as { description: string }
  expect(description).toMatch(/D-001.*, .*D-002.*, .*D-003/)
})

it('shows the programs of the site for an operation that has some', () => {
  const made = [{ lang: 'Shell', label: 'curl', source: 'curl' }]
  const own = [{ lang: 'ts', label: 'TypeScript', source: 'await client.listThings()' }]
  const operation = (operationId: string, samples: object[]) => ({
    get: { operationId, 'x-codeSamples': samples },
  })
  const samplesOf = (id: string) => (id === 'listThings' ? own : undefined)
  const paths = { '/things': operation('listThings', made), '/others': operation('other', made) }
  expect(dress({ paths }, samplesOf)).toEqual({
    paths: { ...paths, '/things': operation('listThings', own) },
  })
})
