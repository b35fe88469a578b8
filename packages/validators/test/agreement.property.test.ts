import { bundleContract } from '@partner-platform/codegen'
import { specsFolder } from '@partner-platform/fixtures/tables'
import { scaled } from '@partner-platform/harness'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mutatedExample } from './mutated-examples.ts'
import { parsersOf } from './parsers-of.ts'

const numRuns = scaled(800)

/** The schemas of the contract as written, judged by Ajv as it comes. */
function compileContract(): (schema: string, value: unknown) => boolean {
  const documents = { openapi: ['openapi.yaml'], asyncapi: ['asyncapi.yaml'], cwd: specsFolder }
  const ajv = new Ajv2020({ strict: false, ownProperties: true })
  addFormats.default(ajv)
  for (const { name, schema } of bundleContract(documents).schemas) {
    const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '')
    ajv.addSchema(JSON.parse(text), name)
  }
  return (schema, value) => ajv.validate(schema, value)
}

it('6.4.2 sent answers as Ajv does, and received accepts what sent accepts, on values near the examples', () => {
  const judge = compileContract()
  const count = { sent: 0, refused: 0, onlyReceived: 0 }
  const property = fc.property(mutatedExample, ({ schema, value }) => {
    const { sent, received } = parsersOf(schema)
    const want = judge(schema, value)
    const isReceived = received(value).ok
    count[want ? 'sent' : 'refused'] += 1
    count.onlyReceived += isReceived && !want ? 1 : 0
    expect(sent(value).ok).toBe(want)
    expect(isReceived || !want).toBe(true)
  })
  fc.assert(property, { numRuns })
  expect(Math.min(count.sent, count.refused)).toBeGreaterThan(numRuns / 10)
  expect(count.onlyReceived).toBeGreaterThan(numRuns / 33)
})
