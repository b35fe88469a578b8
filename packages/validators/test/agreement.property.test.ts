import { bundleContract } from '@partner-platform/codegen'
import { specsFolder } from '@partner-platform/contract-kit'
import { scaled } from '@partner-platform/harness'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mutatedExample } from './mutated-examples.ts'
import { parsersOf } from './parsers-of.ts'

const numRuns = scaled(2000)

/** The schemas of the contract as written, judged by Ajv as it comes. */
function compileContract(): (schema: string, value: unknown) => boolean {
  const { schemas } = bundleContract({
    openapi: ['openapi.yaml'],
    asyncapi: ['asyncapi.yaml'],
    cwd: specsFolder,
  })
  const ajv = new Ajv2020({ strict: false, ownProperties: true })
  addFormats.default(ajv)
  for (const { name, schema } of schemas) {
    const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '')
    ajv.addSchema(JSON.parse(text), name)
  }
  return (schema, value) => ajv.validate(schema, value)
}

it('sent answers as Ajv does with the schemas as written, on values near the examples', () => {
  const judge = compileContract()
  const answers = { true: 0, false: 0 }
  const property = fc.property(mutatedExample, ({ schema, value }) => {
    const want = judge(schema, value)
    answers[`${want}`] += 1
    expect(parsersOf(schema).sent(value).ok).toBe(want)
  })
  fc.assert(property, { numRuns })
  expect(Math.min(answers.true, answers.false)).toBeGreaterThan(numRuns / 10)
})

it('6.4.2 received accepts what sent accepts, on values near the examples', () => {
  const count = { sent: 0, onlyReceived: 0 }
  const property = fc.property(mutatedExample, ({ schema, value }) => {
    const { sent, received } = parsersOf(schema)
    const isSent = sent(value).ok
    const isReceived = received(value).ok
    count.sent += isSent ? 1 : 0
    count.onlyReceived += isReceived && !isSent ? 1 : 0
    expect(isReceived || !isSent).toBe(true)
  })
  fc.assert(property, { numRuns })
  expect(count.sent).toBeGreaterThan(numRuns / 10)
  expect(count.onlyReceived).toBeGreaterThan(numRuns / 33)
})
